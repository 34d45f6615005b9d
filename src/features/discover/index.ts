import './discover.css'

export { DiscoverPage as default } from './discover-page.tsx'
