import './feed-replacement.css'

export { ReplaceDialog, replaceSchema } from './replace-dialog.tsx'
