import './inboxes.css'

export { CopyCode, CopyField } from './copy-field.tsx'
export { CreateDialog, createSchema } from './create-dialog.tsx'
export { DeleteDialog } from './delete-dialog.tsx'
export { EditDialog, inboxSchema } from './edit-dialog.tsx'
export { InboxList } from './inbox-list.tsx'
