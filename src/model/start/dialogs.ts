/** Opens and closes dialogs for commands. */
import { createStore, sample } from 'effector'
import { registry } from '../app/registry.ts'
import {
  $dialogStack,
  allDialogsClosed,
  dialogOpened,
  dialogsOfEntryClosed,
  type DialogRequest,
} from '../layout/index.ts'
import {
  $location,
  $source,
  $view,
  isSameList,
  locationEntered,
  navigationBelowRequested,
  screenRequested,
} from '../location/index.ts'

/** The list that a dialog shows below itself; null when the last dialog is closed. */
const $listBelow = createStore<Parameters<typeof isSameList>[0] | null>(null, { serialize: 'ignore' })
  .on(navigationBelowRequested, (_, list) => list)
  .reset($dialogStack.updates.filter({ fn: (dialogs) => dialogs.length === 0 }))

// A command that navigates closes the open dialogs: the page below them has changed.
sample({
  clock: screenRequested,
  source: $dialogStack,
  filter: (dialogs) => dialogs.length > 0,
  fn: () => {},
  target: allDialogsClosed,
})
const under = { dialogs: $dialogStack, location: $location, below: $listBelow }
sample({
  clock: [locationEntered, $view.updates, $source.updates],
  source: under,
  filter: ({ dialogs, location, below }) => dialogs.length > 0 && !(below && isSameList(location, below)),
  fn: () => {},
  target: allDialogsClosed,
})
sample({
  clock: $location.updates,
  source: under,
  filter: ({ dialogs, location, below }) =>
    dialogs.some(({ followsEntries }) => !followsEntries) && !(below && isSameList(location, below)),
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
