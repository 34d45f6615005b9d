import './settings.css'

export { SettingRow, Section } from './controls/index.ts'
export { SettingsPage as default } from './settings-page.tsx'
