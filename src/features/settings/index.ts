import './settings.css'

export { SettingRow, Section } from './controls/index.ts'
export { SettingsPage as default } from './settings-page.tsx'
export type { FeedRow } from './feeds/sort-feeds.ts'
export { useFeedRows } from './feeds/use-feed-rows.ts'
export { useTableKeys } from './feeds/use-table-keys.ts'
