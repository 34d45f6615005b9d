import { createEffect, createStore, sample, type Event } from 'effector'
import type { ClientHost } from '../../src/plugin-api/client.ts'

/** The user's requests to the server's model, counted again after each. @param used the model has responded */
export function createUsage({ model }: ClientHost, used: Event<unknown>[]) {
  const usageFx = createEffect(model.usage)
  const $usage = createStore<Awaited<ReturnType<typeof model.usage>> | null>(null, {
    serialize: 'ignore',
  }).on(usageFx.doneData, (_, usage) => usage)
  sample({ clock: used, fn: () => {}, target: usageFx })
  return $usage
}
export type Usage = ReturnType<typeof createUsage>
