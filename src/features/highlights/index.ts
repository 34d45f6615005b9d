import './highlights.css'

export { HighlightsPage as default } from './highlights-page.tsx'
