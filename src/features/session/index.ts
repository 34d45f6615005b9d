import './session.css'

export { passwordProblem } from './check-account.ts'
export { sessionFailure } from './session-failure.ts'
export { SessionPage as default } from './session-page.tsx'
export { propsSchema, SessionDialog } from './session-dialog.tsx'
export { SignOutDialog } from './sign-out-dialog.tsx'
