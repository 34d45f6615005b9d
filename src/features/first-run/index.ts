import './first-run.css'

export { FeedChooser } from './feed-chooser.tsx'
export { FirstRunDialog as default, propsSchema } from './first-run-dialog.tsx'
export { FollowProgressView } from './follow-progress-view.tsx'
export { packs, packsFor, type Pack, type PackFeed } from './packs.ts'
export { useFollowMany } from './use-follow-many.ts'
