import './settings.css'

export { Deed, Section } from './controls/index.ts'
export { SettingsPage as default } from './settings-page.tsx'
