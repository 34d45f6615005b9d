import './entry.css'

export { Entry } from './entry.tsx'
export { preloadCleaner } from './clean-content.ts'
