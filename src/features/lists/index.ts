import './lists.css'

export { FollowListForm } from './follow-dialog.tsx'
export { ListsPage } from './lists-page.tsx'
export { useListDetails } from './use-list-details.ts'
