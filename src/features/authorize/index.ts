import './authorize.css'

export { AuthorizePage as default } from './authorize-page.tsx'
