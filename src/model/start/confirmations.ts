/** A command that would change many targets is confirmed by a dialog, which repeats the call. */
import { sample } from 'effector'
import { registry } from '../app/registry.ts'
import { dialogOpened, type DialogRequest } from '../layout/index.ts'

sample({
  clock: registry.confirmationNeeded,
  fn: ({ invocation, affected }): DialogRequest => ({
    id: 'confirm-command',
    props: { invocation, affected },
  }),
  target: dialogOpened,
})
