/** The account. */
import { invitationRequested, screenRequested } from '../src/model/index.ts'
import { commandGroup, openDialog, trigger } from './define-command.ts'

export const sessionCommands = commandGroup('session', {
  'sign-in': { kind: 'dialog', icon: 'account', run: openDialog(() => ({ id: 'session', props: {} })) },
  'sign-out': {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    // The dialog names unsent changes; it also confirms without any, because signing out clears this browser's data.
    run: openDialog(() => ({ id: 'sign-out' })),
  },
  invite: {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    run: trigger(invitationRequested, () => undefined),
  },
  profile: {
    kind: 'view',
    needs: 'signedIn',
    icon: 'account',
    run: trigger(screenRequested, () => ({ path: '/settings/profile' })),
  },
})
