import './invitations.css'

export { InvitationDialog, propsSchema } from './invitation-dialog.tsx'
export { InvitationPage } from './invitation-page.tsx'
export { NeedsInvitation } from './needs-invitation.tsx'
export { TrialLimit } from './trial-limit.tsx'
