import './claims.css'

export { FeedOwner } from './feed-owner.tsx'
export { OwnedFeeds } from './owned-feeds.tsx'
