/** The highlights of the open entry in the order of its text, and the current one. */
import { combine, createEvent, createStore, sample } from 'effector'
import { $currentEntryId } from '../entries/state.ts'
import { $location, navigationRequested } from '../location/index.ts'
import { highlights, $highlightsByEntry, type UserHighlight } from './tables.ts'

/** The highlights that a pane found in the text of its entry. */
export type FoundHighlights = {
  /** One of the panes that may show the same entry. */
  readonly pane: string
  readonly entryId: string
  /** Ids in the order of the text. */
  readonly ids: readonly string[]
}
export const highlightsFound = createEvent<FoundHighlights>()
/** The pane no longer shows the entry. */
export const paneLeft = createEvent<string>()

const $found = createStore<ReadonlyMap<string, FoundHighlights>>(new Map(), { serialize: 'ignore' })
  .on(highlightsFound, (panes, found) => new Map(panes).set(found.pane, found))
  .on(paneLeft, (panes, pane) => {
    const next = new Map(panes)
    next.delete(pane)
    return next
  })

/** A highlight of the open entry. `found`: whether it is in the text; null while the text is not shown yet. */
export type PlacedHighlight = { readonly highlight: UserHighlight; readonly found: boolean | null }

/** Those of an entry: in the order of the text, then those not found there, then the notes on the entry. */
export const $placedHighlights = combine(
  $currentEntryId,
  $highlightsByEntry,
  $found,
  (entryId, byEntry, panes): readonly PlacedHighlight[] => {
    const own = byEntry.get(entryId ?? '') ?? []
    const shown = [...panes.values()].filter((pane) => pane.entryId === entryId)
    const order = new Map(shown.flatMap(({ ids }) => ids).map((id, at) => [id, at]))
    const placed = own.map((highlight) => ({
      highlight,
      found: highlight.quote === null ? true : shown.length === 0 ? null : order.has(highlight.id),
    }))
    const rank = ({ highlight: { id, quote } }: PlacedHighlight): number =>
      quote === null ? order.size + 1 : (order.get(id) ?? order.size)
    // The sort is stable: those of the same rank stay in the order of their time.
    return placed.toSorted((one, other) => rank(one) - rank(other))
  },
)

/** Makes a highlight the current one; the pane scrolls to it. */
export const highlightSelected = createEvent<{ readonly id: string }>()
/** The next one in the text (1), or the previous one (-1); after the last comes the first. */
export const highlightStepped = createEvent<{ readonly by: number }>()
const moved = createEvent<string>()
/** Opens the entry of a highlight and scrolls to it. */
export const highlightOpened = createEvent<{ readonly id: string }>()
const opening = sample({
  clock: highlightOpened,
  source: highlights.$rows,
  fn: (rows, { id }) => rows.get(id) ?? null,
}).filterMap((row) => row ?? undefined)
const $opening = createStore<UserHighlight | null>(null, { serialize: 'ignore' }).on(opening, (_, row) => row)
// With its source, so that another screen is left although the location may stay as it is.
sample({
  clock: opening,
  source: $location,
  fn: ({ view, source }, { entryId }) => ({ view, source, entryId }),
  target: navigationRequested,
})

/** The current highlight, with how often it was selected: selecting it again scrolls to it again. */
export const $currentHighlight = createStore<{ readonly id: string; readonly turn: number } | null>(null, {
  serialize: 'ignore',
})
  .on([highlightSelected.map(({ id }) => id), opening.map(({ id }) => id), moved], (current, id) => ({
    id,
    turn: (current?.turn ?? 0) + 1,
  }))
  .on(
    sample({ clock: $currentEntryId.updates, source: $opening, fn: (row, entryId) => ({ row, entryId }) }),
    (current, { row, entryId }) =>
      row?.entryId === entryId ? { id: row.id, turn: (current?.turn ?? 0) + 1 } : null,
  )
sample({
  clock: highlights.$rows,
  source: $currentHighlight,
  filter: (current, rows) => current !== null && !rows.has(current.id),
  fn: () => null,
  target: $currentHighlight,
})

sample({
  clock: sample({
    clock: highlightStepped,
    source: { placed: $placedHighlights, current: $currentHighlight },
    fn: ({ placed, current }, { by }) => {
      const ids = placed
        .filter(({ highlight, found }) => found === true && highlight.quote !== null)
        .map(({ highlight }) => highlight.id)
      const at = ids.indexOf(current?.id ?? '')
      // Without a current one the first step leads to the first or the last.
      const next = at === -1 ? (by > 0 ? by - 1 : by) : at + by
      return ids.at(ids.length === 0 ? 0 : ((next % ids.length) + ids.length) % ids.length) ?? null
    },
  }),
  filter: (id): id is string => id !== null,
  target: moved,
})

/** The default highlight of commands: the current one, or the only one of the entry. */
export const $meantHighlight = combine($placedHighlights, $currentHighlight, (placed, current) => {
  if (current) return current.id
  const [only, other] = placed
  return other === undefined ? (only?.highlight.id ?? null) : null
})
