/** Runs the code of a plugin that is what its manifest declares, at the first use. */
import { attach, createEffect, createEvent, createStore, sample } from 'effector'
import { $activationsDue } from './activations-due.ts'
import { createTrigger } from './app-scope.ts'
import { $forCode, codeOf, refuseTaken } from './plugin-code.ts'
import { $running } from './running-plugins.ts'
import type { Running } from './start.ts'

/** Something is used that the manifest of a plugin declares. */
export const activationRequested = createEvent<string>()
/** What a plugin declares is in place. */
export const pluginPlaced = createEvent<Running>()
export const pluginGone = createEvent<string>()

const activateFx = attach({
  source: $forCode,
  effect: async (forCode, running: Running): Promise<Running> => {
    const { source, manifest, signal } = running
    const active = running.activate(
      await codeOf(source, manifest, { forCode, trigger: createTrigger(), signal }),
    )
    const added = active.commands.filter((command) => !running.commands.includes(command))
    try {
      refuseTaken(source, added, forCode.known)
    } catch (error) {
      running.stop()
      throw error
    }
    return active
  },
})
const $activating = createStore<ReadonlySet<Running>>(new Set(), { serialize: 'ignore' })
  .on(activateFx, (all, running) => new Set(all).add(running))
  .on(activateFx.finally, (all, { params }) => new Set([...all].filter((one) => one !== params)))
const proposed = createEvent<string>()
sample({
  clock: proposed,
  source: { running: $running, activating: $activating },
  filter: ({ running, activating }, id) => {
    const one = running.get(id)
    return one !== undefined && !one.isActive && !activating.has(one)
  },
  fn: ({ running }, id) => running.get(id) as Running,
  target: activateFx,
  batch: false,
})

/** One that was stopped meanwhile is gone: neither it nor its failure matters. */
const isCurrent = (running: ReadonlyMap<string, Running>, { params }: { readonly params: Running }) =>
  running.get(params.id) === params
/** The code of a plugin runs. */
export const activated = sample({
  clock: activateFx.done,
  source: $running,
  filter: isCurrent,
  fn: (_, { params, result }) => ({ before: params, after: result }),
})
export const activationFailed = sample({
  clock: activateFx.fail,
  source: $running,
  filter: isCurrent,
  fn: (_, { params: { id }, error }) => ({ id, error: error as unknown }),
})

// One may be used as soon as it is in place, before it is among the running ones.
const $used = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(activationRequested, (ids, id) => new Set(ids).add(id))
  .on([activated.map(({ after: { id } }) => id), pluginGone], (ids, id) =>
    ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids,
  )
sample({ clock: activationRequested, target: proposed })
sample({
  clock: pluginPlaced,
  source: $used,
  filter: (ids, { id }) => ids.has(id),
  fn: (_, { id }) => id,
  target: proposed,
})
const proposeEachFx = createEffect((ids: readonly string[]) => {
  for (const id of ids) proposed(id)
})
sample({ clock: $activationsDue, filter: (ids) => ids.length > 0, target: proposeEachFx })
