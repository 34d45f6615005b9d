import './timeline.css'

export { Timeline } from './timeline.tsx'

export { locationTitle } from './location-title.ts'
