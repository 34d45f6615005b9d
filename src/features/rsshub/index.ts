import './rsshub.css'

export { DeleteRsshubDialog } from './delete-dialog.tsx'
export { EditRsshubDialog, editRsshubSchema } from './edit-dialog.tsx'
export { RsshubPage } from './rsshub-page.tsx'
export { UseRsshubDialog, rsshubSchema } from './use-dialog.tsx'
