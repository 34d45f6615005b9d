import './settings.css'

export { Deed, Section } from './controls/index.ts'
export { pages } from './pages.tsx'
export { SettingsPage as default, type SettingsProps } from './settings-page.tsx'
