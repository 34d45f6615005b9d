/** The import of another reader's entries: in parts, after the feeds of the same file are fetched, so that they match entries of these. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { EntryOutcome, ImportedEntry } from '../../contract/imports.ts'
import { importBatches } from '../../contract/reader-exports/import-batches.ts'
import { $services } from '../services.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { localRowsAdded } from '../timeline/index.ts'

export type ImportedEntries = {
  readonly entries: readonly ImportedEntry[]
  /** Of the inbox of pages, if it does not exist yet. */
  readonly inboxTitle: string
}
export type EntryImportLine = EntryOutcome & {
  readonly entry: ImportedEntry
  /** Why its request failed. */
  readonly error?: unknown
}
export type EntryImport = {
  readonly inboxTitle: string
  readonly total: number
  readonly lines: readonly EntryImportLine[]
  readonly waiting: readonly (readonly ImportedEntry[])[]
}
type Batch = { readonly entries: readonly ImportedEntry[]; readonly inboxTitle: string }

export const entriesImportRequested = createEvent<ImportedEntries>()
/** The feeds of the same file are being followed and fetched. */
export const feedsAwaited = createEvent<boolean>()
const $awaitsFeeds = createStore(false).on(feedsAwaited, (_, awaited) => awaited)

const sendFx = attach({
  source: $services,
  effect: async ({ api }, { entries, inboxTitle }: Batch) =>
    (await api.imports.entries({ entries: [...entries], inboxTitle })).data,
})

/** null before any import of entries. */
export const $entryImport = createStore<EntryImport | null>(null, { serialize: 'ignore' })
  .on(entriesImportRequested, (_, { entries, inboxTitle }) => ({
    inboxTitle,
    total: entries.length,
    lines: [],
    waiting: importBatches(entries),
  }))
  .on(
    sendFx.done,
    (state, { params, result }) =>
      state && withLines(state, params.entries, (at) => result[at] ?? { outcome: 'failed', reason: null }),
  )
  // The import continues: other parts may succeed, and failed ones can be sent again.
  .on(
    sendFx.fail,
    (state, { params, error }) =>
      state &&
      withLines(state, params.entries, () => ({
        outcome: 'failed',
        reason: null,
        error,
      })),
  )

const withLines = (
  state: EntryImport,
  entries: readonly ImportedEntry[],
  outcomeAt: (at: number) => Omit<EntryImportLine, 'entry'>,
): EntryImport => ({
  ...state,
  waiting: state.waiting.slice(1),
  lines: [...state.lines, ...entries.map((entry, at) => ({ entry, ...outcomeAt(at) }))],
})

sample({
  clock: [entriesImportRequested, feedsAwaited, sendFx.finally],
  source: { state: $entryImport, awaits: $awaitsFeeds, sending: sendFx.pending },
  filter: ({ state, awaits, sending }) => !awaits && !sending && Boolean(state?.waiting.length),
  fn: ({ state }): Batch => ({ entries: state?.waiting[0] ?? [], inboxTitle: state?.inboxTitle ?? '' }),
  target: sendFx,
})
sample({
  clock: $entryImport,
  filter: (state) => state !== null && state.waiting.length === 0,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, localRowsAdded],
})
