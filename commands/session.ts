/** The account. */
import { $unsentCount, invitationAsked, modalOpened, screenAsked } from '../src/model/index.ts'
import { group, tell, tellWith } from './deeds.ts'

export const sessionCommands = group('session', {
  'sign-in': { icon: 'account', run: tell(modalOpened, () => ({ id: 'session', props: {} })) },
  'sign-out': {
    needs: ['signedIn'],
    icon: 'account',
    // The dialog names what would be lost; with nothing unsent it asks all the same: signing out clears this browser.
    run: tellWith($unsentCount, modalOpened, (unsent) => ({ id: 'sign-out', props: { unsent } })),
  },
  invite: {
    needs: ['signedIn'],
    icon: 'account',
    run: tell(invitationAsked, () => undefined),
  },
  profile: {
    needs: ['signedIn'],
    icon: 'account',
    run: tell(screenAsked, () => ({ path: '/settings/profile' })),
  },
})
