import './profiles.css'

export { ProfileFrame } from './profile-frame.tsx'
export { ProfilePage } from './profile-page.tsx'
export { SharedFeedPage } from './shared-feed-page.tsx'
export { SharedListPage } from './shared-list-page.tsx'
