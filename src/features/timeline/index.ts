import './timeline.css'

export { Timeline } from './timeline.tsx'
