import { attach, createEvent, sample } from 'effector'
import { highlightColors, type HighlightColor } from '../../contract/highlight-limits.ts'
import { $entrySummaries } from '../entries/state.ts'
import type { EntryHead } from '../../local/calls.ts'
import { dialogOpened, type DialogRequest } from '../layout/index.ts'
import { $services } from '../services.ts'
import { entrySourceTitle } from '../subscriptions/entry-source.ts'
import { $feeds, $inboxes, $subscriptions } from '../subscriptions/index.ts'
import { createHighlight, deleteHighlight, updateHighlight, type UpdateArgs } from './changes.ts'
import { highlights, type UserHighlight } from './tables.ts'

/** A text of the open entry is highlighted, by the pane that shows it: the selection, or the first place of a text. */
export const highlightRequested = createEvent<{
  /** null: what is selected. */
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

/** Writes highlights as Markdown. `entryIds`: of these entries alone, null: all. */
export const highlightsExportRequested = createEvent<{
  readonly entryIds: readonly string[] | null
  readonly format: 'file' | 'copy'
}>()

/** Opens the dialog for the note of a highlight, or for a new note on an entry. */
export const noteRequested = createEvent<{ readonly id: string } | { readonly entryId: string }>()
sample({
  clock: noteRequested,
  fn: (props): DialogRequest => ({ id: 'note', props }),
  target: dialogOpened,
})
