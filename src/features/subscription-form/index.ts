import './subscription-form.css'

export { EditDialog, editSchema } from './edit-dialog.tsx'
export { DeleteFolderDialog, folderSchema, RenameFolderDialog } from './folder-dialogs.tsx'
export { folderFrom, folderNames } from './folders.ts'
export { MoveDialog, moveSchema } from './move-dialog.tsx'
export {
  FolderField,
  SubscriptionFields,
  ViewField,
  type SubscriptionValues,
} from './subscription-fields.tsx'
