import { combine, createEvent, createStore, sample } from 'effector'
import { shareStructure } from '../../core/index.ts'
import type { EntryBody, EntryHead } from '../../local/calls.ts'
import { $location } from '../location/index.ts'
import { $statuses } from './statuses.ts'
import type { CurrentEntry, EntryContentState } from './types.ts'

/** Heads kept: a few screens in both directions; the rest is a call to follow.db away. */
export const MAX_ENTRY_SUMMARIES = 1500
/** Bodies kept: the current entry and its neighbours, so that a thousand opened entries hold no memory. */
export const MAX_CONTENTS = 20

/** The timeline needs these rows now. Batched; those that are there cost nothing. */
export const rowsRequested = createEvent<readonly string[]>()
export const entrySummariesLoaded = createEvent<readonly EntryHead[]>()
export const entriesCleared = createEvent()
/** Loaded entries, those asked for longest ago left out first. */
export const $entrySummaries = createStore<ReadonlyMap<string, EntryHead>>(new Map(), { serialize: 'ignore' })
  .on(entrySummariesLoaded, (heads, loaded) =>
    keptLast(
      heads,
      // Most of what is read anew is as it was: its row need not be drawn anew.
      loaded.map((head) => [head.id, shareStructure(heads.get(head.id), head)]),
      MAX_ENTRY_SUMMARIES,
    ),
  )
  .on(entriesCleared, () => new Map())

export type CachedContent = EntryBody & { readonly status: EntryContentState['status'] }
export const contentsLoaded = createEvent<readonly (readonly [id: string, body: CachedContent])[]>()
export const $contents = createStore<ReadonlyMap<string, CachedContent>>(new Map(), { serialize: 'ignore' })
  .on(contentsLoaded, (bodies, loaded) => keptLast(bodies, loaded, MAX_CONTENTS))
  .on(entriesCleared, () => new Map())

export const $currentEntryId = $location.map(({ entryId }) => entryId)

/** Show the whole page's text instead of what the feed carries; stays on for an entry while it is open. */
export const readerViewToggled = createEvent()
export const readerViewChanged = createEvent<boolean>()
export const $readerView = createStore(false, { serialize: 'ignore' })
  .on(readerViewToggled, (on) => !on)
  .on(readerViewChanged, (_, on) => on)
  .reset($currentEntryId.updates)

export type ReadabilityState = { readonly id: string; readonly status: 'loading' | 'ready' | 'error' }
export const readabilityChanged = createEvent<ReadabilityState>()
const $readability = createStore<ReadabilityState | null>(null, { serialize: 'ignore' }).on(
  readabilityChanged,
  (_, state) => state,
)

/** The open entry keeps its head while the list scrolls thousands of rows away. */
const $currentHead = createStore<EntryHead | null>(null, { serialize: 'ignore' })
sample({
  source: { heads: $entrySummaries, id: $currentEntryId, known: $currentHead },
  clock: [$entrySummaries, $currentEntryId],
  fn: ({ heads, id, known }) => (id === null ? null : (heads.get(id) ?? (known?.id === id ? known : null))),
  target: $currentHead,
})
const $currentStatus = combine($statuses, $currentEntryId, (rows, id) => (id && rows.get(id)) || null)
const $currentBody = combine($contents, $currentEntryId, (bodies, id) => (id && bodies.get(id)) || null)
/** null while no entry is open, or its head is still on the way. */
export const $currentEntry = combine(
  { head: $currentHead, status: $currentStatus, body: $currentBody, asked: $readability },
  ({ head, status, body, asked }): CurrentEntry | null =>
    head && {
      head,
      status: status ?? head,
      body: {
        status: body?.status ?? 'loading',
        html: body?.content ?? null,
        readability: {
          status: asked?.id === head.id ? asked.status : body?.readabilityContent ? 'ready' : 'none',
          html: body?.readabilityContent ?? null,
        },
      },
    },
)

/** Adds rows at the young end of a map and drops the oldest beyond the bound; the very same map where all are in it. */
function keptLast<T>(
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
