/** Runs the code of a plugin that is what its manifest declares, at the first use. */
import { attach, createEffect, createEvent, createStore, sample, combine } from 'effector'
import { createTrigger } from './app-scope.ts'
import { $forCode, codeOf, refuseTaken } from './plugin-code.ts'
import { $running } from './running-plugins.ts'
import type { Running } from './start.ts'
import { $currentEntry } from '../../model/entries/index.ts'
import type { PluginRuleResult } from '../../plugin-api/client.ts'
import type { Activation } from '../../plugin-api/manifest.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import { $settingsForPlugin } from './capabilities/settings-for-plugin.ts'

// What runs the code of plugins beside the use of what they contribute.

/** The plugins whose code waits. */
const $waiting = $running.map((running) => [...running.values()].filter(({ isActive }) => !isActive))

/** What rules want of the listed entries. */
const $wantedResults = combine($waiting, pluginReader.$listed, (waiting, listed) => {
  const results = waiting.flatMap(({ manifest }) => manifest.contributes?.ruleResult ?? [])
  return results.filter((result) => listed.some(({ settings }) => settings?.[result]))
})

const $isEntryOpen = $currentEntry.map((entry) => entry !== null)

/** Ids of the plugins whose code is to run now. */
const $activationsDue = combine(
  $waiting,
  $isEntryOpen,
  $wantedResults,
  $settingsForPlugin,
  (waiting, isEntryOpen, results, settingsForPlugin) => {
    const isOn = (activation: Activation, { manifest }: Running) =>
      activation === 'entryOpened'
        ? isEntryOpen
        : activation.startsWith('setting:') &&
          settingsForPlugin(manifest)[activation.slice('setting:'.length)] === true
    return waiting
      .filter(
        (running) => activationsOf(running).some((one) => isOn(one, running)) || wants(running, results),
      )
      .map(({ id }) => id)
  },
)

/** A button that looks as the code says is seen with each entry. */
function activationsOf({ manifest }: Running): readonly Activation[] {
  const { activation = [], contributes } = manifest
  return contributes?.toolbarItem?.some(({ hasState }) => hasState)
    ? [...activation, 'entryOpened']
    : activation
}

function wants({ manifest }: Running, results: readonly PluginRuleResult[]): boolean {
  return manifest.contributes?.ruleResult?.some((result) => results.includes(result)) === true
}

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
