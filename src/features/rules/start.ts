/** The palette offers rules by their names: they load with its first opening. */
import { combine, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { $palette } from '../../model/palette/index.ts'

export const started = createEvent()
const $isStarted = createStore(false, { serialize: 'ignore' }).on(started, () => true)

const requestFx = createEffect(async () => {
  const run = scopeBind((load: () => void) => load(), { safe: true })
  const { rulesNeeded } = await import('../../model/rules/index.ts')
  run(rulesNeeded)
})
/** Also where it was opened before the app was idle. */
const $areNeeded = combine($isStarted, $palette, (isStarted, { open }) => isStarted && open)
sample({ clock: $areNeeded, filter: Boolean, fn: () => {}, target: requestFx })
