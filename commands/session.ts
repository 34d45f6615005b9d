/** The account. */
import type { Command } from '../src/core/index.ts'
import { screenRequested } from '../src/model/location/index.ts'
import { invitationRequested } from '../src/model/session/index.ts'
import { commandGroup, openDialog, trigger } from './define-command.ts'

/** Opens a section of the account's settings page and focuses its first control. */
const showSection = (name: string): Omit<Command, 'id' | 'group' | 'title' | 'keywords'> => ({
  kind: 'view',
  needs: 'signedIn',
  icon: 'account',
  run: trigger(screenRequested, () => ({ path: `/settings/profile#${name}` })),
})

export const sessionCommands = commandGroup('session', {
  'sign-in': { kind: 'dialog', icon: 'account', run: openDialog(() => ({ id: 'session', props: {} })) },
  'sign-out': {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    // The dialog names unsent changes; it is shown even without any, because signing out clears this browser's data.
    run: openDialog(() => ({ id: 'sign-out' })),
  },
  invite: {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    run: trigger(invitationRequested, () => undefined),
  },
  'activate-invitation': {
    kind: 'dialog',
    needs: 'signedIn',
    icon: 'account',
    run: openDialog(() => ({ id: 'invitation' })),
  },
  profile: showSection('profile'),
  'change-email': showSection('email'),
  'change-password': showSection('password'),
  'second-factor': showSection('secondFactor'),
  passkeys: showSection('passkeys'),
  sessions: showSection('sessions'),
  'app-passwords': showSection('appPasswords'),
  'delete-account': showSection('delete'),
})
