/** The account. */
import { $unsentCount, invitationAsked, modalOpened, screenAsked } from '../src/model/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

export const sessionCommands = commandGroup('session', {
  'sign-in': { icon: 'account', run: trigger(modalOpened, () => ({ id: 'session', props: {} })) },
  'sign-out': {
    needs: ['signedIn'],
    icon: 'account',
    // The dialog names what would be lost; with nothing unsent it asks all the same: signing out clears this browser.
    run: triggerFrom($unsentCount, modalOpened, (unsent) => ({ id: 'sign-out', props: { unsent } })),
  },
  invite: {
    needs: ['signedIn'],
    icon: 'account',
    run: trigger(invitationAsked, () => undefined),
  },
  profile: {
    needs: ['signedIn'],
    icon: 'account',
    run: trigger(screenAsked, () => ({ path: '/settings/profile' })),
  },
})
