import { attach, createEvent, createStore, sample } from 'effector'
import { highlightColors, type HighlightColor } from '../../contract/limits.ts'
import { $currentEntryId, $entrySummaries } from '../entries/state.ts'
import type { EntryHead } from '../../local/calls.ts'
import { dialogOpened, type DialogRequest } from '../layout/index.ts'
import { $services } from '../services.ts'
import { entrySourceTitle } from '../subscriptions/entry-source.ts'
import { $feeds, $inboxes, $subscriptions } from '../subscriptions/index.ts'
import { createHighlight, deleteHighlight, updateHighlight, type UpdateArgs } from './changes.ts'
import { highlights, type UserHighlight } from './tables.ts'

/** A text of the open entry is highlighted, by the pane that shows it: the selection, or the first place of a text. */
export const highlightRequested = createEvent<{
  /** null: the selection. */
  readonly text: string | null
  readonly color: HighlightColor
  /** Opens the dialog for the note afterwards. */
  readonly note: boolean
}>()

export type NewHighlight = Pick<UserHighlight, 'entryId' | 'quote' | 'position' | 'note'> & {
  readonly color?: HighlightColor
  /** Of the new highlight. */
  readonly id?: string
}
export const highlightCreated = createEvent<NewHighlight>()
export const highlightUpdated = createEvent<Omit<UpdateArgs, 'entryId'>>()
export const highlightDeleted = createEvent<{ readonly id: string }>()

type Sources = {
  readonly summaries: ReadonlyMap<string, EntryHead>
  readonly titleOf: (feedId: string) => string
}
const createFx = attach({
  source: {
    services: $services,
    summaries: $entrySummaries,
    subscriptions: $subscriptions,
    feeds: $feeds,
    inboxes: $inboxes,
  },
  effect: (
    { services, summaries, ...sources },
    { id = services.newId(), entryId, quote, position, note, color = highlightColors[0] }: NewHighlight,
  ): UserHighlight => ({
    id,
    entryId,
    quote,
    position,
    color,
    note,
    createdAt: services.clock.now(),
    entry: entryOf(entryId, { summaries, titleOf: (feedId) => entrySourceTitle(feedId, sources) }),
  }),
})

function entryOf(entryId: string, { summaries, titleOf }: Sources): UserHighlight['entry'] {
  const summary = summaries.get(entryId)
  return {
    title: summary?.title ?? null,
    url: summary?.url ?? null,
    author: summary?.author ?? null,
    publishedAt: summary?.publishedAt ?? 0,
    feedId: summary?.feedId ?? '',
    feedTitle: summary ? titleOf(summary.feedId) : null,
  }
}

sample({ clock: highlightCreated, target: createFx })
sample({
  clock: createFx.doneData,
  fn: (highlight) => ({ args: { highlight }, subject: highlight.entry.title }),
  target: createHighlight.requested,
})
sample({
  clock: highlightUpdated,
  source: highlights.$rows,
  filter: (rows, { id }) => rows.has(id),
  fn: (rows, args) => ({ args: { ...args, entryId: rows.get(args.id)?.entryId ?? '' } }),
  target: updateHighlight.requested,
})
sample({
  clock: highlightDeleted,
  source: highlights.$rows,
  filter: (rows, { id }) => rows.has(id),
  fn: (rows, { id }) => ({ args: { id, entryId: rows.get(id)?.entryId ?? '' } }),
  target: deleteHighlight.requested,
})

/** Writes highlights as Markdown. `entryIds`: only of these entries, null: all. */
export const highlightsExportRequested = createEvent<{
  readonly entryIds: readonly string[] | null
  readonly format: 'file' | 'copy'
}>()

/** Notes of the open entry stand beside its text. */
export const marginShown = createEvent<boolean>()
const $isMarginShown = createStore(false, { serialize: 'ignore' }).on(marginShown, (_, shown) => shown)
/** The note of this highlight is written beside the text; null: none is. */
export const noteEdited = createEvent<string | null>()
export const $editedNote = createStore<string | null>(null, { serialize: 'ignore' }).on(
  noteEdited,
  (_, id) => id,
)
/** Writes the note of a highlight in its place in the margin, else in the dialog, as a new note on an entry. */
export const noteRequested = createEvent<{ readonly id: string } | { readonly entryId: string }>()
const placed = sample({
  clock: noteRequested,
  source: { isShown: $isMarginShown, rows: highlights.$rows, openId: $currentEntryId },
  fn: ({ isShown, rows, openId }, props) => {
    const row = 'id' in props ? rows.get(props.id) : undefined
    return { props, inMargin: isShown && row?.quote && row.entryId === openId ? row.id : null }
  },
})
sample({ clock: placed.filterMap(({ inMargin }) => inMargin ?? undefined), target: noteEdited })
sample({
  clock: placed.filter({ fn: ({ inMargin }) => inMargin === null }),
  fn: ({ props }): DialogRequest => ({ id: 'note', props }),
  target: dialogOpened,
})
