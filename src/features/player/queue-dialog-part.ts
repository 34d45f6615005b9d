/** What the dialog of the queue loads. */
import './queue-dialog.css'

export { QueueDialog, queueSchema } from './queue-dialog.tsx'
