/** Opens and closes dialogs for commands. */
import { sample } from 'effector'
import { registry } from '../app/registry.ts'
import { $dialogStack, allDialogsClosed, dialogOpened, type DialogRequest } from '../layout/index.ts'
import { $location, locationEntered, screenRequested } from '../location/index.ts'

// A command that navigates closes the open dialogs: the page below them has changed.
sample({
  clock: [locationEntered, screenRequested, $location.updates],
  source: $dialogStack,
  filter: (dialogs) => dialogs.length > 0,
  fn: () => {},
  target: allDialogsClosed,
})

// A command that would change many targets is confirmed by a dialog, which repeats the call.
sample({
  clock: registry.confirmationNeeded,
  fn: ({ invocation, affected }): DialogRequest => ({
    id: 'confirm-command',
    props: { invocation, affected },
  }),
  target: dialogOpened,
})
