/** Opens and closes dialogs for commands. */
import { sample } from 'effector'
import { registry } from '../app/registry.ts'
import {
  $dialogStack,
  allDialogsClosed,
  dialogOpened,
  dialogsOfEntryClosed,
  type DialogRequest,
} from '../layout/index.ts'
import { $location, $source, $view, locationEntered, screenRequested } from '../location/index.ts'

// A command that navigates closes the open dialogs: the page below them has changed.
sample({
  clock: [locationEntered, screenRequested, $view.updates, $source.updates],
  source: $dialogStack,
  filter: (dialogs) => dialogs.length > 0,
  fn: () => {},
  target: allDialogsClosed,
})

sample({
  clock: $location.updates,
  source: $dialogStack,
  filter: (dialogs) => dialogs.some(({ followsEntries }) => !followsEntries),
  fn: () => {},
  target: dialogsOfEntryClosed,
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
