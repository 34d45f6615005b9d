import './session.css'

export { SessionPage as default } from './session-page.tsx'
export { SessionDialog } from './session-dialog.tsx'
export { SignOutDialog } from './sign-out-dialog.tsx'
