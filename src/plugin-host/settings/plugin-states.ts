/** The plugins whose settings are shown: fetched from the server, and changed by the user. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import type { DoneByItself, PluginJob, PluginOutcome, SignInState } from '../../contract/plugins.ts'
import { notifyFailures } from '../../model/app/index.ts'
import { liveEventReceived } from '../../model/live/stream.ts'
import { $mutationVersion } from '../../model/outbox/mutation-version.ts'
import { $services } from '../../model/services.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import { loadPluginTranslations } from '../run/load-translations.ts'
import { $pluginRows, pluginRowsReceived, settingsChange, settledElsewhere } from './setting-changes.ts'
import type { StoredPlugin } from '../run/stored-plugins.ts'
import { mapWithout } from '../run/map-without.ts'

/** The state that a plugin's settings pane shows. */
export type PluginState = {
  readonly manifest: Manifest
  readonly values: StoredPlugin['values']
  readonly secretsSet: readonly string[]
  /** How its last delivery went; null: none is known of. */
  readonly outcome: PluginOutcome | null
  /** null: it has none, or there is no connection. */
  readonly signIn: SignInState | null
}

/** The settings were opened: every plugin's manifest and values are fetched. */
export const pluginsRequested = createEvent()
/** The host has started: what the user has set in other browsers is fetched. */
export const storedPluginsRequested = createEvent()
/** Plugins, by id, whose values this browser does not have, or which may have changed. */
export const pluginsAdded = createEvent<readonly string[]>()
/** A plugin is no longer installed. */
export const pluginRemoved = createEvent<string>()

/** A user changes settings of a plugin. `on`: they switch it; known of plugins whose settings are shown. */
export const pluginSettingChanged = createEvent<{
  readonly id: string
  readonly values: StoredPlugin['values']
  readonly on?: boolean
}>()
/** A user changes a secret of a plugin; an empty text removes it. */
export const pluginSecretChanged = createEvent<{
  readonly id: string
  readonly name: string
  readonly text: string
}>()

type Fetched = {
  readonly manifest: Manifest
  /** Null without a connection, where this browser has stored it. */
  readonly row: StoredPlugin | null
  readonly jobs: readonly PluginJob[]
  readonly byItself: DoneByItself | null
  readonly outcome: PluginOutcome | null
  readonly signIn: SignInState | null
}
type Shown = {
  readonly plugins: readonly Fetched[]
  /** Ids of those that the server no longer sets up. */
  readonly notSetUp: readonly string[]
  /** Of the time of the request. */
  readonly version: number
}

// A secret is sent at once: it is not stored in this browser, so that it cannot wait, nor be undone.
const saveSecretFx = attach({
  source: $services,
  effect: async ({ api }, { id, name, text }: { id: string; name: string; text: string }) => {
    await api.plugins.updateSettings({ plugin: id, secrets: { [name]: text } })
  },
})
/** Changes with each change of settings and secrets: of the two, only the former are mutations. */
const $version = combine(
  $mutationVersion,
  createStore(0).on([saveSecretFx, saveSecretFx.finally], (count) => count + 1),
  (mutations, secrets) => mutations + secrets,
)

/** @param ids the plugins to fetch; null: all. Fails where none of them can be loaded. */
const showFx = attach({
  source: { services: $services, sources: $pluginSources, rows: $pluginRows, version: $version },
  effect: async ({ services, sources, rows, version }, ids: readonly string[] | null): Promise<Shown> => {
    const requested = sources.filter(({ id }) => ids === null || ids.includes(id))
    const settled = await Promise.allSettled(
      requested.map(async (plugin): Promise<Fetched | null> => {
        const [manifest, response] = await Promise.all([
          plugin.manifest(),
          services.api.plugins.settings({ plugin: plugin.id }).catch((error: unknown) => {
            if (isUnreachable(error) && rows.has(plugin.id)) return null
            throw error
          }),
        ])
        if (manifest.browserEnvironment && response && !response.data.environment) return null
        await loadPluginTranslations(plugin)
        return {
          manifest,
          row: response && rowOf(manifest, response.data),
          jobs: response?.data.jobs ?? [],
          byItself: response?.data.byItself ?? null,
          outcome: response?.data.outcome ?? null,
          signIn: response?.data.signIn ?? null,
        }
      }),
    )
    const [first] = settled
    if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
      throw first.reason
    const responses = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined))
    return {
      plugins: responses.filter((one) => one != null),
      notSetUp: requested.filter((_, at) => responses[at] === null).map(({ id }) => id),
      version,
    }
  },
})
const fetched = sample({
  clock: showFx.done,
  source: $version,
  fn: (version, { params, result }) => ({ params, result, isStale: version !== result.version }),
})
// A response from before a change would undo it on the screen.
sample({
  clock: fetched.filter({ fn: ({ isStale }) => isStale }),
  fn: ({ params }) => params,
  target: showFx,
})
const received = fetched.filter({ fn: ({ isStale }) => !isStale })
// A response says nothing of the plugins that were not requested, such as one that was listed or installed meanwhile.
sample({
  clock: received,
  fn: ({ result: { plugins, notSetUp } }) =>
    Object.fromEntries([
      ...notSetUp.map((id) => [id, null] as const),
      ...plugins.flatMap(({ manifest, row }) => (row ? [[manifest.id, row] as const] : [])),
    ]),
  target: pluginRowsReceived,
})

const storedFx = attach({
  source: { services: $services, version: $version },
  effect: async ({ services: { api }, version }) => ({
    plugins: (await api.plugins.stored({})).data.plugins,
    version,
  }),
})
const storedReceived = sample({
  clock: storedFx.doneData,
  source: $version,
  fn: (now, { plugins, version }) => ({ plugins, isStale: now !== version }),
})
sample({
  clock: [storedPluginsRequested, storedReceived.filter({ fn: ({ isStale }) => isStale })],
  fn: () => {},
  target: storedFx,
})
sample({
  clock: storedReceived.filter({ fn: ({ isStale }) => !isStale }),
  fn: ({ plugins }) => Object.fromEntries(plugins.map(({ plugin, ...row }) => [plugin, row] as const)),
  target: pluginRowsReceived,
})

const $fetched = createStore<ReadonlyMap<string, Fetched>>(new Map(), { serialize: 'ignore' })
  .on(received, (all, { result: { plugins } }) => {
    const added = plugins.map((one) => [one.manifest.id, one] as const)
    return new Map([...all, ...added])
  })
  .on(pluginRemoved, mapWithout)
  // What was delivered with other settings says nothing of these (server/plugins).
  .on(pluginSecretChanged, (all, { id }) => withoutOutcome(all, id))
  .on(pluginSettingChanged, (all, { id, values }) => {
    const { enabledBy } = all.get(id)?.manifest ?? {}
    return Object.keys(values).some((name) => name !== enabledBy) ? withoutOutcome(all, id) : all
  })
/** What their server halves do by themselves, by plugin, as it was when the settings were fetched. */
export const $pluginJobs = $fetched.map(
  (all): ReadonlyMap<string, readonly PluginJob[]> => new Map([...all].map(([id, { jobs }]) => [id, jobs])),
)
/** What their server halves did by themselves, by plugin, as it was when the settings were fetched; null: nothing. */
export const $doneByItself = $fetched.map(
  (all): ReadonlyMap<string, DoneByItself | null> =>
    new Map([...all].map(([id, { byItself }]) => [id, byItself])),
)
/** Those whose settings were fetched, in the order of the sources. */
export const $plugins = combine($fetched, $pluginRows, $pluginSources, (all, rows, sources) => {
  const states = sources.flatMap(({ id }) => {
    const [plugin, row] = [all.get(id), rows.get(id)]
    if (!plugin || !row) return []
    const { manifest, outcome, signIn } = plugin
    const { values, secretsSet = [] } = row
    return [[id, { manifest, values, secretsSet, outcome, signIn }] as const]
  })
  return new Map<string, PluginState>(states)
})
/** The error of the last fetch; null when it succeeded. */
export const $pluginsError = createStore<unknown>(null, { serialize: 'ignore' })
  .on(showFx.failData, (_, error) => error)
  .reset(showFx.done)
/** The last fetch has succeeded: no others come, unless some are listed meanwhile. */
export const $arePluginsFetched = createStore(false, { serialize: 'ignore' })
  .on(showFx.done, () => true)
  .reset(showFx)

sample({
  clock: pluginSettingChanged,
  source: $fetched,
  fn: (all, args) => {
    const isOn = args.on ?? args.values[all.get(args.id)?.manifest.enabledBy ?? '']
    return { args: { ...args, ...(typeof isOn === 'boolean' && { on: isOn }) } }
  },
  target: settingsChange.requested,
})
sample({ clock: pluginSecretChanged, target: saveSecretFx })
sample({
  clock: saveSecretFx.done,
  source: $pluginRows,
  fn: (rows, { params: { id, name, text } }) => {
    const row = rows.get(id)
    if (!row) return {}
    const others = (row.secretsSet ?? []).filter((one) => one !== name)
    return { [id]: { ...row, secretsSet: text === '' ? others : [...others, name] } }
  },
  target: pluginRowsReceived,
})
notifyFailures(saveSecretFx.failData, { key: 'app:plugin.offline' })

sample({ clock: pluginsRequested, fn: () => null, target: showFx })
sample({ clock: pluginsAdded, filter: (ids) => ids.length > 0, target: showFx })
sample({ clock: pluginRemoved, fn: (id) => ({ [id]: null }), target: pluginRowsReceived })
// This browser did not know the plugin's settings: with them the change becomes visible. A sign-in depends on them.
sample({
  clock: settingsChange.accepted,
  source: { rows: $pluginRows, states: $fetched },
  filter: ({ rows, states }, { args: { id } }) => !rows.has(id) || states.get(id)?.signIn != null,
  fn: (_, { args }) => [args.id],
  target: pluginsAdded,
})
const changedElsewhere = liveEventReceived.filter({
  fn: (event) =>
    event.type === 'changed' && (event.call === 'plugins.updateSettings' || event.call === 'plugins.signOut'),
})
sample({ clock: changedElsewhere, fn: () => {}, target: storedPluginsRequested })
// What the settings show beside the values is fetched, too.
sample({
  clock: changedElsewhere,
  source: $fetched,
  fn: (all) => [...all.keys()],
  target: pluginsAdded,
})
sample({
  clock: [settingsChange.refused.map(({ args }) => [args.id]), settledElsewhere],
  target: pluginsAdded,
})

function withoutOutcome(all: ReadonlyMap<string, Fetched>, id: string): ReadonlyMap<string, Fetched> {
  const one = all.get(id)
  return one ? new Map(all).set(id, { ...one, outcome: null }) : all
}

const rowOf = (
  { enabledBy }: Manifest,
  { values, secretsSet }: Pick<PluginState, 'values' | 'secretsSet'>,
): StoredPlugin => ({
  on: values[enabledBy] === true,
  values,
  secretsSet,
})
