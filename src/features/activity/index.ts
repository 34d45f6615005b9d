import './activity.css'

export { ActivityPage as default } from './activity-page.tsx'
