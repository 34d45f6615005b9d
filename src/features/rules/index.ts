import './rules.css'

export { RulesPage as default } from './rules-page.tsx'
