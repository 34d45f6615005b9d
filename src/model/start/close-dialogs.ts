/** A command that goes elsewhere, run over a dialog, closes the dialog: its page is no longer below. */
import { sample } from 'effector'
import { $dialogStack, allDialogsClosed } from '../layout/index.ts'
import { $location, locationEntered, screenRequested } from '../location/index.ts'

sample({
  clock: [locationEntered, screenRequested, $location.updates],
  source: $dialogStack,
  filter: (dialogs) => dialogs.length > 0,
  fn: () => {},
  target: allDialogsClosed,
})
