/** Discovery and OPML import; loaded with the dialogs that use it. */
import { asApiError } from '../../api/index.ts'
import { attach, createEvent, createStore, sample } from 'effector'
import type { Output } from '../../contract/calls.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { feedsAwaited } from './import-entries.ts'
import { settingsRequested } from '../settings/index.ts'
import { countsRequested, feedsImported, subscriptionsRequested } from '../subscriptions/events.ts'

export type DiscoveredItem = Output<'discover.search'>['data'][number]
export type Preview = Output<'feeds.get'>['data']
export type ImportReport = Output<'subscriptions.import'>['data']
export type ImportProgress = NonNullable<Output<'subscriptions.importStatus'>['data']>
export type OpmlContent = Output<'subscriptions.parseOpml'>['data']

/** Searches by keyword, or by the address of a page or feed. */
export const discoverFx = attach({
  source: $services,
  effect: async ({ api }, keyword: string): Promise<readonly DiscoveredItem[]> =>
    (await api.discover.search({ keyword: keyword.trim(), target: 'feeds' })).data,
})
/** Searches for lists by keyword, or by id. */
export const discoverListsFx = attach({
  source: $services,
  effect: async ({ api }, keyword: string): Promise<readonly DiscoveredItem[]> =>
    (await api.discover.search({ keyword: keyword.trim(), target: 'lists' })).data,
})
/** Previews an address: the feed and its newest entries. */
export const previewFx = attach({
  source: $services,
  effect: async ({ api }, url: string): Promise<Preview> =>
    (await api.feeds.get({ url: url.trim(), entriesLimit: 8 })).data,
})
export const parseOpmlFx = attach({
  source: $services,
  effect: async ({ api }, file: Uint8Array): Promise<OpmlContent> =>
    (await api.subscriptions.parseOpml({ file })).data,
})
type OpmlImport = {
  readonly file: Uint8Array
  readonly items?: readonly string[]
  /** Whether the labels and settings of folders of the file are added; true when absent. */
  readonly settings?: boolean
  /** Whether its rules are added; false when absent. */
  readonly rules?: boolean
  /** Whether its proxies and its exceptions for certificates are used; false when absent. */
  readonly routes?: boolean
}
/** items: the chosen addresses; all of the file when absent. The response reports the result of each. */
export const importOpmlFx = attach({
  source: $services,
  effect: async ({ api }, { items, ...options }: OpmlImport) =>
    (await api.subscriptions.import({ items: items && JSON.stringify(items), ...options })).data,
})

/** Interval of progress requests, ms. */
const POLL_MS = 1000
const progressReceived = createEvent<ImportProgress | null>()
/** null before any import. */
export const $importProgress = createStore<ImportProgress | null>(null, { serialize: 'ignore' })
  .on(progressReceived, (_, progress) => progress)
  .on(importOpmlFx, () => null)
/** What the last import added besides feeds. */
export const $restored = createStore<ImportReport['restored'] | null>(null, { serialize: 'ignore' })
  .on(importOpmlFx.doneData, (_, { restored }) => restored ?? null)
  .on(importOpmlFx, () => null)
const timer = createTimer()
const pollFx = attach({
  source: $services,
  effect: async ({ api }) => (await api.subscriptions.importStatus({})).data,
})
sample({ clock: importOpmlFx, fn: () => POLL_MS, target: timer.started })
sample({ clock: timer.fired, target: pollFx })
sample({ clock: pollFx.doneData, target: progressReceived })
sample({
  clock: pollFx.finally,
  source: importOpmlFx.pending,
  // An unreachable server continues the import when it is back.
  filter: (importing, end) =>
    importing ||
    (end.status === 'done' ? end.result?.running === true : asApiError(end.error)?.kind === 'unreachable'),
  fn: () => POLL_MS,
  target: timer.started,
})
sample({
  clock: importOpmlFx.done,
  fn: () => {},
  target: [feedsImported, subscriptionsRequested, countsRequested, settingsRequested],
})
/** The server continues fetching after its response: subscriptions are fetched again when it is done. */
sample({
  clock: pollFx.doneData,
  filter: (progress) => progress?.running === false,
  target: [subscriptionsRequested, countsRequested],
})
sample({ clock: importOpmlFx.done, fn: () => POLL_MS, target: timer.started })
sample({ clock: importOpmlFx, fn: () => true, target: feedsAwaited })
sample({ clock: importOpmlFx.fail, fn: () => false, target: feedsAwaited })
sample({
  clock: pollFx.doneData,
  source: importOpmlFx.pending,
  filter: (importing) => !importing,
  fn: (_, progress) => progress?.running === true,
  target: feedsAwaited,
})
// The progress of the feeds is no longer known.
sample({
  clock: pollFx.failData,
  filter: (error) => asApiError(error)?.kind !== 'unreachable',
  fn: () => false,
  target: feedsAwaited,
})

export {
  $entryImport,
  entriesImportRequested,
  type EntryImport,
  type EntryImportLine,
} from './import-entries.ts'
export { $offeredFile, importFileTaken } from './offered-file.ts'
export { followedListRequested } from './show-followed.ts'
