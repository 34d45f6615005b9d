/**
 * The user's settings of the plugins: an optimistic table. A change is visible at once, stored, and sent when the server can
 * be reached. This browser stores the visible rows, so that plugins start before they are fetched, and without a connection.
 */
import { attach, createEvent, createStore, sample, type Event } from 'effector'
import i18next from 'i18next'
import { createTable, deepEqual } from '../../core/index.ts'
import { $outbox, defineMutation, mutationRequested, settledInOtherTab } from '../../model/outbox/index.ts'
import { registerTable } from '../../model/outbox/tables.ts'
import { $online } from '../../model/network/index.ts'
import { integrationChanged } from '../../model/settings/index.ts'
import { $storedPlugins, PLUGINS_KEY, type StoredPlugin } from '../run/stored-plugins.ts'

declare module '../../model/outbox/tables.ts' {
  interface TableRows {
    pluginSettings: StoredPlugin
  }
}

type Values = StoredPlugin['values']
type SettingArgs = {
  readonly id: string
  readonly values: Values
  /** The values switch the plugin on or off. */
  readonly on?: boolean
}

const table = createTable<StoredPlugin>()
registerTable('pluginSettings', table)
/** By the ids of the plugins whose settings this browser knows. */
export const $pluginRows = table.$rows
/** Rows of the server's; null: the plugin is no longer there. */
export const pluginRowsReceived = table.received
/** The host has started: what this browser has stored is shown until it is fetched. */
export const storedRowsRequested = createEvent()

/** Secrets are no part of it: they are never stored in this browser. */
export const settingsChange = defineMutation<SettingArgs, void>({
  // As stored in journals.
  name: 'pluginSettings.change',
  resource: 'pluginSettings',
  part: ({ id }) => id,
  // The plugin's row may not be loaded.
  sendIfUnchanged: true,
  updates: ({ id, values, on }) => ({
    pluginSettings: (rows) => {
      const row = rows.get(id)
      return row ? { [id]: { ...row, on: on ?? row.on, values: { ...row.values, ...values } } } : null
    },
  }),
  send: async (api, { id, values }, { id: idempotencyKey }) =>
    void (await api.plugins.updateSettings({ plugin: id, values }, { idempotencyKey })),
  merge: (earlier, later) =>
    earlier.id === later.id ? { ...earlier, ...later, values: { ...earlier.values, ...later.values } } : null,
  inverse: ({ id, values, on }, { rows }) => {
    const before = rows.pluginSettings?.get(id)
    if (!before) return null
    const args: SettingArgs = {
      id,
      values: Object.fromEntries(Object.keys(values).map((name) => [name, before.values[name]])),
      ...(on !== undefined && { on: before.on }),
    }
    return { name: 'pluginSettings.change', args }
  },
  describe: ({ id, values }) => ({
    key: 'app:undo.edited',
    values: { title: i18next.t(`${id}:settings.${Object.keys(values)[0]}`) },
  }),
})
/** The settings of a plugin were changed, also by undo and redo: its id. */
export const pluginSettingsChanged = mutationRequested.filterMap(({ name, args }) =>
  name === settingsChange.name ? (args as SettingArgs).id : undefined,
)

/**
 * A server half uses the settings that the server has: what is requested of it waits for changes that are on their way there.
 * @param requested by the manifest of the plugin
 */
export function afterSettings<P extends { readonly id: string }>(requested: Event<P>): Event<P> {
  const $waiting = createStore<readonly P[]>([], { serialize: 'ignore' }).on(requested, (all, plugin) => [
    ...all,
    plugin,
  ])
  const ready = sample({
    clock: [$waiting, $outbox, $online],
    source: { waiting: $waiting, outbox: $outbox, online: $online },
  }).filterMap(({ waiting, outbox, online }) => {
    const isChanging = ({ id }: P) =>
      outbox.some(({ name, args }) => name === settingsChange.name && (args as SettingArgs).id === id)
    // Without a connection the request says so by itself.
    return waiting.find((plugin) => !online || !isChanging(plugin))
  })
  $waiting.on(ready, (all, plugin) => all.filter((one) => one !== plugin))
  return ready
}

sample({
  clock: storedRowsRequested,
  source: $storedPlugins,
  fn: (stored) => new Map(Object.entries(stored)),
  target: table.replaced,
})
sample({
  clock: $pluginRows.updates,
  source: $storedPlugins,
  filter: (stored, rows) => !deepEqual(stored, Object.fromEntries(rows)),
  fn: (_, rows) => ({ key: PLUGINS_KEY, value: Object.fromEntries(rows) }),
  target: integrationChanged,
})

/** Another tab has sent changes of these plugins, by id. They stay visible while the server's values are fetched. */
export const settledElsewhere = createEvent<readonly string[]>()
const settleFx = attach({
  source: $outbox,
  effect: (outbox, ids: readonly string[]) => {
    const rows = outbox.filter(({ id, name }) => name === settingsChange.name && ids.includes(id))
    for (const { id } of rows) table.accepted({ mutationId: id })
    return [...new Set(rows.map(({ args }) => (args as SettingArgs).id))]
  },
})
sample({ clock: settledInOtherTab, target: settleFx })
sample({ clock: settleFx.doneData, filter: (ids) => ids.length > 0, target: settledElsewhere })
