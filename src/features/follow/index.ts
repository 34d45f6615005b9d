import './follow.css'

export { FeedCards, type FeedCard } from './feed-cards.tsx'
export { FollowDialog as default, propsSchema } from './follow-dialog.tsx'
export { FollowForm } from './follow-form.tsx'
export { FollowFormDialog } from './follow-form-dialog.tsx'
export { FollowSearch } from './follow-search.tsx'
export { followedAddresses } from './subscription-of.ts'
export type { FeedResult as FoundFeed } from './use-feed-search.ts'
