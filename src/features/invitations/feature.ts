import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    invitation: object
  }
}

const load = () => import('./index.ts')

export const invitations: Feature = {
  id: 'invitations',
  screens: [
    {
      path: '/invitation',
      titleKey: 'app:invitation.title',
      access: 'anyone',
      frame: 'own',
      load: async () => ({ default: (await load()).InvitationPage }),
    },
  ],
  dialogs: [{ id: 'invitation', load: () => import('./invitation-dialog.tsx') }],
  settingsPages: [
    {
      path: 'invitations',
      icon: 'ticket',
      order: 75,
      ifEnabled: 'INVITATION_ENABLED',
      notOnTrial: true,
      load: async () => ({ default: (await import('./invitations-page.tsx')).InvitationsPage }),
    },
  ],
}
