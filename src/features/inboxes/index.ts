import './inboxes.css'

export { CopyCode } from './copy-field.tsx'
export { InboxList } from './inbox-list.tsx'
