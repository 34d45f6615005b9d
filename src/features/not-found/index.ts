import './not-found.css'

export { NotFoundPage as default } from './not-found-page.tsx'
