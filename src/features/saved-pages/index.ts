import './saved-pages.css'

export { SavePage as default } from './save-page.tsx'
