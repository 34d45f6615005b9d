/** Requests to the rendered entry, and what is shown in place of the entry or beside it. */
import { createEvent, createStore, merge, sample } from 'effector'
import { $currentEntry, $currentEntryId, $isTranslating, $readerView } from '../entries/index.ts'
import { persist } from '../persist.ts'

/** - contents, find, text: opens the panel, or closes it - print: opens the print dialog - pictures: opens the picture viewer - open-pictures: the same from the grid, or the entry where it has none - notes: focuses the list of highlights and notes */
export type ReadingRequest = 'contents' | 'find' | 'text' | 'print' | 'pictures' | 'open-pictures' | 'notes'
export const readingRequested = createEvent<ReadingRequest>()
/** Actions on the selected text, run by the pane that shows the entry. */
export type SelectionUse = 'copy' | 'search' | 'share'
export const selectionUsed = createEvent<SelectionUse>()
/** Scrolls to the next heading (1), the one after (2), or the previous one (-1). */
export const headingStepped = createEvent<{ by: number }>()

/** Part of a content's text: of which block, from which character on, see `contentBlocks`. */
export type Passage = {
  readonly entryId: string
  readonly block: number
  readonly from: number
  readonly text: string
}
/** Highlights a passage where its entry is shown, and keeps it in view; null: no longer. */
export const passageHighlighted = createEvent<Passage | null>()
export const $passage = createStore<Passage | null>(null, { serialize: 'ignore' }).on(
  passageHighlighted,
  (_, passage) => passage,
)

/** In the comments of the open entry: to the next ones of the thread itself or since the last look, and folding the current one. */
export const threadStepped = createEvent<{ readonly by: number; readonly of: 'top' | 'new' }>()
export const commentCollapsed = createEvent()

export type ExportRequest = {
  readonly ids: readonly string[]
  readonly format: 'markdown' | 'html' | 'copy-markdown'
}
export const exportEntriesRequested = createEvent<ExportRequest>()

/** Shows the original page in a frame instead of the entry, until another entry opens. */
export const sourceViewToggled = createEvent()
const sourceViewShown = createEvent()
export const $sourceView = createStore(false, { serialize: 'ignore' })
  .on(sourceViewToggled, (on) => !on)
  .on(sourceViewShown, () => true)
  .reset($currentEntryId.updates)
/** A rule may request it (ActionResult.sourceContent). */
sample({
  clock: $currentEntry.map((entry) => (entry?.summary.settings?.sourceContent ? entry.summary.id : null)),
  filter: (id) => id !== null,
  fn: () => {},
  target: sourceViewShown,
})
sample({ clock: $readerView, filter: Boolean, fn: () => false, target: $sourceView })

/** What the second half of the entry pane shows: the page, the translation or the comments of the open entry, or an entry or a page that stays open. */
export type Split =
  | { readonly beside: 'none' }
  | { readonly beside: 'source' }
  | { readonly beside: 'translation' }
  | { readonly beside: 'thread' }
  | { readonly beside: 'entry'; readonly entryId: string }
  | { readonly beside: 'page'; readonly url: string }
/** The same request again closes the second half, unless it is for a page. */
export const splitRequested = createEvent<Exclude<Split, { beside: 'none' }>>()
export const splitClosed = createEvent()
export const $split = createStore<Split>({ beside: 'none' }, { serialize: 'ignore' })
  .on(splitRequested, (split, requested) =>
    split.beside === requested.beside && requested.beside !== 'page' ? { beside: 'none' } : requested,
  )
  .on(splitClosed, () => ({ beside: 'none' }))
// No source translates any more.
sample({
  clock: $isTranslating,
  source: $split,
  filter: ({ beside }, isTranslating) => !isTranslating && beside === 'translation',
  fn: () => {},
  target: splitClosed,
})
persist($split, {
  key: 'follow:split',
  parse: parseSplit,
  changed: merge([splitRequested, splitClosed]),
  ofUser: true,
})

/** Percent of the entry pane that the first half takes. */
export const splitResized = createEvent<number>()
export const $splitShare = createStore(50, { serialize: 'ignore' }).on(splitResized, (_, share) => share)
persist($splitShare, {
  key: 'follow:split-share',
  parse: (text) => {
    const share = Number(text ?? 50)
    return share >= 20 && share <= 80 ? share : 50
  },
  changed: splitResized,
})

/** Entries whose position is stored. */
const MAX_POSITIONS = 200
/** @param at fraction of the entry's height; 0: the beginning, nothing is stored */
export const readingPositionChanged = createEvent<{ readonly key: string; readonly at: number }>()
/** Reading positions of entries, the latest last: fractions of their heights, by the key of use-reading-position.ts. */
export const $readingPositions = createStore<ReadonlyMap<string, number>>(new Map(), {
  serialize: 'ignore',
}).on(readingPositionChanged, (positions, { key, at }) => {
  if (at === 0 && !positions.has(key)) return positions
  const next = new Map(positions)
  next.delete(key)
  if (at > 0) next.set(key, at)
  const [oldest] = next.keys()
  if (next.size > MAX_POSITIONS && oldest !== undefined) next.delete(oldest)
  return next
})
persist($readingPositions, {
  key: 'follow:reading-positions',
  parse: parsePositions,
  changed: readingPositionChanged,
  ofUser: true,
  serialize: (positions) => [...positions].map(([key, at]) => [key, Number(at.toFixed(4))]),
})

function parsePositions(text: string | null): ReadonlyMap<string, number> {
  try {
    const stored = JSON.parse(text ?? '[]') as unknown
    const pairs = Array.isArray(stored) ? (stored as unknown[]) : []
    return new Map(pairs.filter(isPosition))
  } catch {
    return new Map()
  }
}

const isPosition = (pair: unknown): pair is readonly [string, number] =>
  Array.isArray(pair) &&
  typeof pair[0] === 'string' &&
  typeof pair[1] === 'number' &&
  pair[1] > 0 &&
  pair[1] < 1

function parseSplit(text: string | null): Split {
  try {
    const stored = JSON.parse(text ?? '{}') as { beside?: unknown; entryId?: unknown; url?: unknown }
    const { beside, entryId, url } = stored
    if (beside === 'source' || beside === 'thread') return { beside }
    if (beside === 'entry' && typeof entryId === 'string') return { beside, entryId }
    if (beside === 'page' && typeof url === 'string') return { beside, url }
  } catch {
    // Another version wrote it.
  }
  return { beside: 'none' }
}
