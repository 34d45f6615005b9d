/** Export and import of everything, loaded with the settings page of data and its commands. */
import { attach, combine, createEvent, createStore, sample, scopeBind, type StoreValue } from 'effector'
import { statusOf, type Api } from '../../api/index.ts'
import type { AccountFileReport } from '../../contract/account-files.ts'
import { appearanceDefaults, generalDefaults, localOnlyKeys } from '../../contract/setting-defaults.ts'
import { deepEqual } from '../../core/index.ts'
import { infoNotified } from '../app/events.ts'
import { $overrides, $keyRules, keymapReplaced } from '../app/keymap.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { countsRequested, feedsImported, subscriptionsRequested } from '../subscriptions/events.ts'
import { changeGroupEnded, changeGroupStarted } from '../journal/index.ts'
import { $macros, macrosImported } from '../keys/index.ts'
import { $aliases, aliasChanged } from '../palette/aliases.ts'
import { $pipelines, pipelineSaved, type SavedPipeline } from '../pipelines/index.ts'
import { $services } from '../services.ts'
import { $colorMode, colorModeChanged } from '../settings/color-mode.ts'
import { settingsRequested } from '../settings/sync.ts'
import { $storedSettings, settingChanged, settingsTabs, type SettingChange } from '../settings/settings.ts'
import { formatBrowserPart, parseBrowserPart, type Backup, type BrowserPart } from './backup-file.ts'

export { isAccountFile, parseBackup, type Backup } from './backup-file.ts'

/** Downloads the account, and what belongs to this browser. */
export const backupRequested = createEvent()
/** Adds what an account file has to the account and to this browser. Nothing is replaced. */
export const accountImportRequested = createEvent<AccountImport>()
/** `inboxTitle`: of the inbox for entries that no feed has here. */
type AccountImport = { readonly file: Blob; readonly inboxTitle: string }
/** Restores a backup of an older version: adds its feeds, stars, highlights and rules to the existing ones, and replaces settings and keys. */
export const restoreRequested = createEvent<Backup>()

/** The result of a restore. */
export type RestoreReport = {
  readonly settings: number
  readonly feeds: number
  readonly rules: number
  readonly stars: number
  /** Starred entries that this server does not have. */
  readonly missingStars: number
  readonly highlights: number
  /** Highlights and notes of entries that this server does not have. */
  readonly missingHighlights: number
}
export const restoreReported = createEvent<RestoreReport>()

/** Number of concurrent requests for stars and highlights. */
const PARALLEL = 6

const $content = combine({
  settings: $storedSettings,
  colorMode: $colorMode,
  overrides: $overrides,
  rules: $keyRules,
  macros: $macros,
  aliases: $aliases,
  pipelines: $pipelines,
})
const exportFx = attach({
  source: { services: $services, content: $content },
  effect: async ({ services, content }) => {
    const { api, clock, platform } = services
    const { settings, colorMode, overrides, rules, macros, aliases, pipelines } = content
    const account = await api.accountFiles.export({})
    const browser = formatBrowserPart({
      settings: { general: settings.general.values, appearance: settings.appearance.values },
      colorMode,
      keys: { overrides, rules: [...rules], macros },
      aliases,
      pipelines: pipelines.map(({ title, query, steps }) => ({ title, query, steps: [...steps] })),
    })
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    platform.download(`lectern-account-${day}.jsonl`, new Blob([account, browser]))
  },
})
sample({ clock: backupRequested, target: exportFx })
sample({
  clock: exportFx.done,
  fn: () => ({ id: 'backup', key: 'app:backup.exported' }),
  target: infoNotified,
})
notifyFailures(exportFx.failData, { key: 'errors:client.unreachable' })

const importFx = attach({
  source: { services: $services, before: $content },
  effect: async ({ services: { api, newId }, before }, { file, inboxTitle }: AccountImport) => {
    const change = localRestorer()
    const { data } = await api.accountFiles.import({ file, inboxTitle })
    const browser = parseBrowserPart(data.browser)
    if (browser) change(newId(), missingHere(browser, before), missingSettings(browser, before.settings))
    return data
  },
})
sample({ clock: accountImportRequested, target: importFx })
export const $accountReport = createStore<AccountFileReport | null>(null, { serialize: 'ignore' })
  .on(importFx.doneData, (_, report) => report)
  .on(accountImportRequested, () => null)
sample({
  clock: importFx.done,
  fn: () => {},
  target: [feedsImported, subscriptionsRequested, countsRequested, settingsRequested],
})
notifyFailures(importFx.failData, { key: 'errors:client.unreachable' })

type Content = StoreValue<typeof $content>

/** What this browser lacks of another one's. */
const missingHere = (browser: BrowserPart, before: Content): BrowserPart => ({
  ...browser,
  colorMode: before.colorMode === 'system' ? browser.colorMode : before.colorMode,
  keys: {
    overrides: { ...browser.keys.overrides, ...before.overrides },
    rules: union(before.rules, browser.keys.rules),
    macros: union(before.macros, browser.keys.macros),
  },
  aliases: Object.fromEntries(Object.entries(browser.aliases).filter(([id]) => !(id in before.aliases))),
  pipelines: browser.pipelines.filter(({ title }) => !before.pipelines.some((one) => one.title === title)),
})

const union = <T>(present: readonly T[], added: readonly T[]): T[] => [
  ...present,
  ...added.filter((one) => !present.some((other) => deepEqual(one, other))),
]

/** The server has the others. */
const missingSettings = (browser: BrowserPart, before: Content['settings']): readonly SettingChange[] =>
  settingChanges(browser, before).filter(
    ({ tab, key }) => localOnlyKeys[tab].includes(key) && before[tab].values[key] === undefined,
  )

const restoreFx = attach({
  source: { services: $services, before: $content },
  effect: async ({ services, before }, backup: Backup): Promise<RestoreReport> => {
    const { api, newId } = services
    const change = localRestorer()
    const changes = settingChanges(backup, before.settings)
    change(newId(), backup, changes)
    const file = new TextEncoder().encode(backup.opml)
    const { data: report } = await api.subscriptions.import({ file })
    const rules = await restoreRules(api, backup.rules)
    const stars = await restoreEach(backup.stars, ({ entryId }) => api.collections.add({ entryId }))
    const highlights = await restoreEach(
      backup.highlights,
      ({ id, entryId, quote, position, color, note, createdAt }) =>
        api.highlights.create({ id, entryId, quote, position, color, note, createdAt }),
    )
    return {
      settings: changes.length,
      feeds: report.successfulItems.length,
      rules,
      stars,
      missingStars: backup.stars.length - stars,
      highlights,
      missingHighlights: backup.highlights.length - highlights,
    }
  },
})
sample({ clock: restoreRequested, target: restoreFx })
sample({ clock: restoreFx.doneData, target: restoreReported })
sample({
  clock: restoreFx.done,
  fn: () => {},
  target: [feedsImported, subscriptionsRequested, countsRequested],
})
notifyFailures(restoreFx.failData, { key: 'errors:client.unreachable' })

export const $backupBusy = combine([exportFx.pending, importFx.pending, restoreFx.pending], (pending) =>
  pending.includes(true),
)
export const $restoreReport = createStore<RestoreReport | null>(null, { serialize: 'ignore' })
  .on(restoreReported, (_, report) => report)
  .on(restoreRequested, () => null)

/** Applies the settings of this browser, as one step of undo. Must be called before the first await, which leaves the scope. */
function localRestorer() {
  const options = { safe: true }
  const started = scopeBind(changeGroupStarted, options)
  const ended = scopeBind(changeGroupEnded, options)
  const setting = scopeBind(settingChanged, options)
  const colors = scopeBind(colorModeChanged, options)
  const keys = scopeBind(keymapReplaced, options)
  const macros = scopeBind(macrosImported, options)
  const alias = scopeBind(aliasChanged, options)
  const pipeline = scopeBind(pipelineSaved, options)
  return (group: string, backup: Omit<BrowserPart, 'settings'>, changes: readonly SettingChange[]) => {
    started({ id: group, command: null })
    for (const change of changes) setting(change)
    colors(backup.colorMode)
    keys({ overrides: backup.keys.overrides, rules: backup.keys.rules })
    macros(backup.keys.macros)
    for (const [id, name] of Object.entries(backup.aliases)) alias({ id, alias: name })
    for (const saved of backup.pipelines) pipeline(saved as SavedPipeline)
    ended(group)
  }
}

/** The settings of the backup that are known here and differ. */
function settingChanges(
  backup: Pick<BrowserPart, 'settings'>,
  before: Readonly<Record<'general' | 'appearance', { readonly values: Readonly<Record<string, unknown>> }>>,
): readonly SettingChange[] {
  const defaults = { general: generalDefaults, appearance: appearanceDefaults }
  return settingsTabs.flatMap((tab) =>
    Object.entries(backup.settings[tab])
      .filter(([key, value]) => key in defaults[tab] && !deepEqual(before[tab].values[key], value))
      .map(([key, value]) => ({ tab, key, value }) as SettingChange),
  )
}

/** Adds the missing rules. @returns their number */
async function restoreRules(api: Api, rules: Backup['rules']): Promise<number> {
  if (rules.length === 0) return 0
  const present = (await api.actions.get({})).data?.rules ?? []
  const added = rules.filter((one) => !present.some((other) => deepEqual(one, other)))
  if (added.length > 0) await api.actions.put({ rules: [...present, ...added] })
  return added.length
}

/** Sends a request for each. @returns the number of those whose entry this server has */
async function restoreEach<T>(all: readonly T[], send: (one: T) => Promise<unknown>): Promise<number> {
  const queue = [...all]
  let restored = 0
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      try {
        await send(next)
        restored += 1
      } catch (error) {
        const status = statusOf(error)
        // Another server has other entries. Any other error ends the restore.
        if (status !== 404 && status !== 400) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return restored
}
