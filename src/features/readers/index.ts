import './readers.css'

export { ReadersDialog, readersSchema } from './readers-dialog.tsx'
