import './subscription-form.css'

export { FeedFacts } from './feed-facts.tsx'
export { FeedHealth } from './feed-health.tsx'
export { folderFrom, folderNames } from './folders.ts'
export { MoveDialog } from './move-dialog.tsx'
export { SubscriptionFields, ViewField, type SubscriptionValues } from './subscription-fields.tsx'
