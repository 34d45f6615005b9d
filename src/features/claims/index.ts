import './claims.css'

export { ClaimDialog, claimSchema } from './claim-dialog.tsx'
export { FeedOwner } from './feed-owner.tsx'
export { OwnedFeeds } from './owned-feeds.tsx'
