import './settings.css'

export { SettingRow as Deed, Section } from './controls/index.ts'
export { SettingsPage as default } from './settings-page.tsx'
