import './inboxes.css'

export { CopyCode, CopyField } from './copy-field.tsx'
export { InboxList } from './inbox-list.tsx'
