/** Newer versions of plugins from elsewhere: looked for when the user asks, and held back for some days. */
import { attach, createEvent, createStore, sample } from 'effector'
import { z } from 'zod'
import { tokenScopes } from '../../../contract/token-scopes.ts'
import { errorNotified, infoNotified, notifyFailures } from '../../../model/app/index.ts'
import { parsedJson } from '../../../core/parsed-json.ts'
import { persist } from '../../../model/persist.ts'
import { $services } from '../../../model/services.ts'
import { installedAndNewVersion, originOf } from './installed-and-new-version.ts'
import { $pluginSources } from '../../run/catalogue.ts'
import { comparedFindings, findings, scanCode } from '../../../contract/plugin-code-scan.ts'
import { defaultsOf } from '../permission-grants.ts'

const DEFAULT_DAYS = 3
export const MAX_DAYS = 30
const DAY_MS = 86_400_000

const foundUpdate = z.object({
  version: z.string(),
  hash: z.string(),
  /** Bytes. */
  size: z.number(),
  permissions: z.array(z.string()),
  /** What other programs may run of it. */
  commands: z.array(z.object({ id: z.string(), scope: z.enum(tokenScopes) })).default([]),
  /** Of its settings, until the user changes them. */
  defaults: z.record(z.string(), z.unknown()).default({}),
  /** What a scan of its code found. */
  findings: findings.default([]),
  /** When this hash was first seen, ms since 1970. */
  foundAt: z.number(),
})
export type FoundUpdate = z.infer<typeof foundUpdate>
const pluginUpdates = z.object({ days: z.number().optional(), found: foundUpdate.optional() })
/** By the id of the plugin. */
type Updates = Readonly<Record<string, z.infer<typeof pluginUpdates>>>

/** The host has started. */
export const updatesRequested = createEvent()
/** The user wants to know whether there is a newer version. */
export const updateSearched = createEvent<string>()
/** The user installs what was found, with these permissions. */
export const updateAccepted = createEvent<{ readonly plugin: string; readonly granted: readonly string[] }>()
export const waitChanged = createEvent<{ readonly plugin: string; readonly days: number }>()
/** The plugin was installed anew, or removed. */
export const updateCleared = createEvent<string>()
/** By id: the newer version is installed. */
export const pluginUpdated = createEvent<string>()

export const searchFx = attach({
  source: { services: $services, sources: $pluginSources },
  effect: async (
    { services: { api, clock }, sources },
    plugin: string,
  ): Promise<FoundUpdate | 'newest' | 'other'> => {
    const installed = sources.find(({ id }) => id === plugin)?.installed
    if (!installed) throw new Error(`${plugin} is not installed`)
    const { before, preview } = await installedAndNewVersion(api, installed)
    const { manifest, hash, size, code } = preview
    if (manifest.id !== plugin) return 'other'
    if (hash === installed.hash) return 'newest'
    const { version, permissions, commands = [] } = manifest
    const compared = comparedFindings(scanCode(before), scanCode(code))
    const defaults = defaultsOf(manifest)
    return {
      version,
      hash,
      size,
      permissions,
      commands: commands.map(({ id, scope }) => ({ id, scope })),
      defaults,
      findings: compared,
      foundAt: clock.now(),
    }
  },
})
sample({ clock: updateSearched, target: searchFx })
notifyFailures(searchFx.failData, { key: 'app:plugin.offline' })
for (const [outcome, target] of [
  ['newest', infoNotified],
  ['other', errorNotified],
] as const)
  sample({
    clock: searchFx.done,
    filter: ({ result }) => result === outcome,
    fn: ({ params }) => ({ key: `app:plugin.update.${outcome}`, values: { plugin: params } }),
    target,
  })

const found = searchFx.done.filterMap(({ params, result }) =>
  typeof result === 'string' ? undefined : { plugin: params, update: result },
)
export const $updates = createStore<Updates>({}, { serialize: 'ignore' })
  .on(found, (updates, { plugin, update }) => {
    const before = updates[plugin]
    // The days go on for a text that was seen before.
    return before?.found?.hash === update.hash
      ? updates
      : { ...updates, [plugin]: { ...before, found: update } }
  })
  .on(waitChanged, (updates, { plugin, days }) => ({ ...updates, [plugin]: { ...updates[plugin], days } }))
  .on(updateCleared, (updates, plugin) => {
    const { found: _, ...rest } = updates[plugin] ?? {}
    return { ...updates, [plugin]: rest }
  })
persist($updates, {
  key: 'plugin-updates',
  parse: (text) => z.record(z.string(), pluginUpdates).safeParse(parsedJson(text)).data ?? {},
  changed: [found, waitChanged, updateCleared],
  ofUser: true,
  restoredBy: updatesRequested,
})

/** Days that a newer version of this plugin is held back. */
export const waitOf = (updates: Updates, plugin: string): number => updates[plugin]?.days ?? DEFAULT_DAYS

/** @returns ms since 1970 */
export const dueAt = (updates: Updates, plugin: string, { foundAt }: FoundUpdate): number =>
  foundAt + waitOf(updates, plugin) * DAY_MS

const updateFx = attach({
  source: { services: $services, sources: $pluginSources, updates: $updates },
  effect: async (
    { services: { api }, sources, updates },
    { plugin, granted }: { readonly plugin: string; readonly granted: readonly string[] },
  ): Promise<void> => {
    const installed = sources.find(({ id }) => id === plugin)?.installed
    const update = updates[plugin]?.found
    // The server refuses a text that is not the one that was found.
    if (installed && update)
      await api.plugins.install({ ...originOf(installed), hash: update.hash, granted: [...granted] })
  },
})
sample({ clock: updateAccepted, target: updateFx })
notifyFailures(updateFx.failData, { key: 'app:plugin.offline' })
sample({ clock: updateFx.done, fn: ({ params }) => params.plugin, target: [updateCleared, pluginUpdated] })
