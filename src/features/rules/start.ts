/** The palette offers rules by their names: they load with its first opening. */
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { paletteOpened } from '../../model/palette/index.ts'

export const started = createEvent()
const $isStarted = createStore(false, { serialize: 'ignore' }).on(started, () => true)

const requestFx = createEffect(async () => {
  const run = scopeBind((load: () => void) => load(), { safe: true })
  const { rulesNeeded } = await import('../../model/rules/index.ts')
  run(rulesNeeded)
})
sample({ clock: paletteOpened, source: $isStarted, filter: Boolean, fn: () => {}, target: requestFx })
