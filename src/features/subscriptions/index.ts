import './subscriptions.css'

export { Subscriptions } from './subscriptions.tsx'
