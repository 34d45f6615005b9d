import { createEffect, createStore, sample, type Event } from 'effector'
import type { Remote } from './remote.ts'

/** The user's requests to the server's model, counted again after each. @param used the model has responded */
export function createUsage(remote: Remote, used: Event<unknown>[]) {
  const usageFx = createEffect(remote.usage)
  const $usage = createStore<Awaited<ReturnType<typeof remote.usage>> | null>(null, {
    serialize: 'ignore',
  }).on(usageFx.doneData, (_, usage) => usage)
  sample({ clock: used, fn: () => {}, target: usageFx })
  return $usage
}
export type Usage = ReturnType<typeof createUsage>
