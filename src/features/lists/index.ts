import './lists.css'

export { DeleteListDialog } from './delete-dialog.tsx'
export { EditListDialog, editListSchema } from './edit-dialog.tsx'
export { ListFeedsDialog } from './feeds-dialog.tsx'
export { FollowListDialog } from './follow-dialog.tsx'
export { listSchema } from './list-schema.ts'
export { ListsPage } from './lists-page.tsx'
export { PrivateFeedsDialog, privateFeedsSchema } from './private-feeds-dialog.tsx'
