import { combine, createEvent, createStore, sample } from 'effector'
import { sameOr } from '../../core/index.ts'
import type { EntryBody, EntryHead } from '../../local/calls.ts'
import { $place } from '../place/index.ts'
import { $statuses } from './statuses.ts'
import type { CurrentEntry, EntryBodyState } from './types.ts'

/** Heads kept: a few screens in both directions; the rest is a call to follow.db away. */
export const HEADS_KEPT = 1500
/** Bodies kept: the current entry and its neighbours, so that a thousand opened entries hold no memory. */
export const BODIES_KEPT = 20

/** The timeline needs these rows now. Batched; those that are there cost nothing. */
export const rowsWanted = createEvent<readonly string[]>()
export const headsLoaded = createEvent<readonly EntryHead[]>()
export const headsForgotten = createEvent()
/** Loaded entries, those asked for longest ago left out first. */
export const $heads = createStore<ReadonlyMap<string, EntryHead>>(new Map(), { serialize: 'ignore' })
  .on(headsLoaded, (heads, loaded) =>
    keptLast(
      heads,
      // Most of what is read anew is as it was: its row need not be drawn anew.
      loaded.map((head) => [head.id, sameOr(heads.get(head.id), head)]),
      HEADS_KEPT,
    ),
  )
  .on(headsForgotten, () => new Map())

export type KnownBody = EntryBody & { readonly status: EntryBodyState['status'] }
export const bodiesLoaded = createEvent<readonly (readonly [id: string, body: KnownBody])[]>()
export const $bodies = createStore<ReadonlyMap<string, KnownBody>>(new Map(), { serialize: 'ignore' })
  .on(bodiesLoaded, (bodies, loaded) => keptLast(bodies, loaded, BODIES_KEPT))
  .on(headsForgotten, () => new Map())

export const $currentEntryId = $place.map(({ entryId }) => entryId)

/** Show the whole page's text instead of what the feed carries; stays on for an entry while it is open. */
export const readerViewToggled = createEvent()
export const readerViewTurned = createEvent<boolean>()
export const $readerView = createStore(false, { serialize: 'ignore' })
  .on(readerViewToggled, (on) => !on)
  .on(readerViewTurned, (_, on) => on)
  .reset($currentEntryId.updates)

export type ReadabilityState = { readonly id: string; readonly status: 'loading' | 'ready' | 'error' }
export const readabilityTold = createEvent<ReadabilityState>()
const $readability = createStore<ReadabilityState | null>(null, { serialize: 'ignore' }).on(
  readabilityTold,
  (_, state) => state,
)

/** The open entry keeps its head while the list scrolls thousands of rows away. */
const $currentHead = createStore<EntryHead | null>(null, { serialize: 'ignore' })
sample({
  source: { heads: $heads, id: $currentEntryId, known: $currentHead },
  clock: [$heads, $currentEntryId],
  fn: ({ heads, id, known }) => (id === null ? null : (heads.get(id) ?? (known?.id === id ? known : null))),
  target: $currentHead,
})
const $currentStatus = combine($statuses, $currentEntryId, (rows, id) => (id && rows.get(id)) || null)
const $currentBody = combine($bodies, $currentEntryId, (bodies, id) => (id && bodies.get(id)) || null)
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
