import './subscription-form.css'

export { EditDialog as default, type EditProps } from './edit-dialog.tsx'
export { DeleteFolderDialog, RenameFolderDialog } from './folder-dialogs.tsx'
export { folderFrom, folderNames } from './folders.ts'
export { MoveDialog, type MoveProps } from './move-dialog.tsx'
export {
  FolderField,
  SubscriptionFields,
  ViewField,
  type SubscriptionValues,
} from './subscription-fields.tsx'
