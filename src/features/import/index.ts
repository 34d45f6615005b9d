import './import.css'

export { ExportFeeds } from './export-feeds.tsx'
export { ImportDialog as default, propsSchema } from './import-dialog.tsx'
export { ImportFeeds } from './import-feeds.tsx'
