import './invitations.css'

export { InvitationPage } from './invitation-page.tsx'
export { NeedsInvitation } from './needs-invitation.tsx'
export { TrialLimit } from './trial-limit.tsx'
