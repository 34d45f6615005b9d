/** What the dialog of a site's player loads. */
import './embed-dialog.css'

export { EmbedDialog, embedSchema } from './embed-dialog.tsx'
