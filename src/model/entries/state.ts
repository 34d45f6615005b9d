import { combine, createEvent, createStore, sample } from 'effector'
import { shareStructure } from '../../core/index.ts'
import type { EntryBody, EntryHead } from '../../local/calls.ts'
import { $location } from '../location/index.ts'
import { $statuses } from './statuses.ts'
import type { CurrentEntry, EntryContentState } from './types.ts'

/** Maximum of cached summaries: a few screens in both directions; follow.db has the others. */
const MAX_ENTRY_SUMMARIES = 1500
/** Maximum of cached contents: the current entry and its neighbours, to bound memory. */
const MAX_CONTENTS = 20

/** The timeline needs these rows. Batched; loaded rows are skipped. */
export const rowsRequested = createEvent<readonly string[]>()
export const entrySummariesLoaded = createEvent<readonly EntryHead[]>()
export const entriesCleared = createEvent()
/** Loaded entries; the least recently requested are evicted first. */
export const $entrySummaries = createStore<ReadonlyMap<string, EntryHead>>(new Map(), { serialize: 'ignore' })
  .on(entrySummariesLoaded, (summaries, loaded) =>
    addToCache(
      summaries,
      // Most reloaded rows are unchanged: sharing them avoids renders.
      loaded.map((summary) => [summary.id, shareStructure(summaries.get(summary.id), summary)]),
      MAX_ENTRY_SUMMARIES,
    ),
  )
  .on(entriesCleared, () => new Map())

export type CachedContent = EntryBody & { readonly status: EntryContentState['status'] }
export const contentsLoaded = createEvent<readonly (readonly [id: string, body: CachedContent])[]>()
export const $contents = createStore<ReadonlyMap<string, CachedContent>>(new Map(), { serialize: 'ignore' })
  .on(contentsLoaded, (contents, loaded) => addToCache(contents, loaded, MAX_CONTENTS))
  .on(entriesCleared, () => new Map())

export const $currentEntryId = $location.map(({ entryId }) => entryId)

/** Shows the full text of the page instead of the feed's content, while the entry is open. */
export const readerViewToggled = createEvent()
export const readerViewChanged = createEvent<boolean>()
export const $readerView = createStore(false, { serialize: 'ignore' })
  .on(readerViewToggled, (on) => !on)
  .on(readerViewChanged, (_, on) => on)
  .reset($currentEntryId.updates)

/** Shows the transcript of an episode instead of its show notes, while the entry is open. */
export const transcriptToggled = createEvent()
export const $transcriptView = createStore(false, { serialize: 'ignore' })
  .on(transcriptToggled, (on) => !on)
  .reset($currentEntryId.updates)

export type ReadabilityState = { readonly id: string; readonly status: 'loading' | 'ready' | 'error' }
export const readabilityChanged = createEvent<ReadabilityState>()
const $readability = createStore<ReadabilityState | null>(null, { serialize: 'ignore' }).on(
  readabilityChanged,
  (_, state) => state,
)

/** The open entry is not stored, and the server does not return it. */
export const currentMissed = createEvent<string>()
export const $isCurrentMissing = createStore(false, { serialize: 'ignore' })
  .on(currentMissed, () => true)
  .reset($currentEntryId.updates)

/** The open entry keeps its summary when the list scrolls far away and the cache evicts it. */
const $currentHead = createStore<EntryHead | null>(null, { serialize: 'ignore' })
sample({
  source: { summaries: $entrySummaries, id: $currentEntryId, previous: $currentHead },
  clock: [$entrySummaries, $currentEntryId],
  fn: ({ summaries, id, previous }) =>
    id === null ? null : (summaries.get(id) ?? (previous?.id === id ? previous : null)),
  target: $currentHead,
})
const $currentStatus = combine($statuses, $currentEntryId, (rows, id) => (id && rows.get(id)) || null)
const $currentBody = combine($contents, $currentEntryId, (contents, id) => (id && contents.get(id)) || null)
/** null while no entry is open, or its summary is not loaded yet. */
export const $currentEntry = combine(
  { summary: $currentHead, status: $currentStatus, content: $currentBody, readability: $readability },
  ({ summary, status, content, readability }): CurrentEntry | null =>
    summary && {
      summary,
      status: status ?? summary,
      content: {
        status: content?.status ?? 'loading',
        html: content?.content ?? null,
        readability: {
          status:
            readability?.id === summary.id
              ? readability.status
              : content?.readabilityContent
                ? 'ready'
                : 'none',
          html: content?.readabilityContent ?? null,
        },
      },
    },
)

/** Adds rows as the newest of a map and evicts the oldest beyond the bound; the same map if nothing changes. */
function addToCache<T>(
  map: ReadonlyMap<string, T>,
  rows: readonly (readonly [string, T])[],
  bound: number,
): ReadonlyMap<string, T> {
  if (rows.every(([id, row]) => map.get(id) === row)) return map
  const next = new Map(map)
  for (const [id, row] of rows) {
    next.delete(id)
    next.set(id, row)
  }
  for (const id of next.keys()) {
    if (next.size <= bound) break
    next.delete(id)
  }
  return next
}
