import type { Highlight, TextPosition, TextQuote } from '../../contract/highlights.ts'
import { highlightColors } from '../../contract/limits.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import {
  deletedHighlights,
  highlightById,
  highlightsOf,
  insertHighlight,
  setHighlightDeleted,
  updateHighlight,
  type HighlightOfEntry,
  type HighlightPosition,
} from '../storage/entries/highlights.ts'
import { iso } from './wire-feed.ts'

const PAGE = 100

/** Highlights in entries, and notes. */
export const highlightsRoutes = {
  'highlights.list': async ({ user, storage }, { entryId, q = '', changedSince, limit = PAGE, cursor }) => {
    const rows = await highlightsOf(storage, user.id, {
      entryId,
      words: q.split(/\s+/u).filter((word) => word !== ''),
      changedSince,
      after: cursor === undefined ? null : readCursor(cursor),
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const deleted =
      changedSince === undefined ? undefined : await deletedHighlights(storage, user.id, changedSince)
    return {
      data: page.map(toHighlight),
      ...(last && { cursor: highlightCursor(last) }),
      ...(deleted && { deleted }),
    }
  },

  'highlights.create': async (context, input) => {
    const { user, storage, now, newId } = context
    const { id = newId(), entryId, quote = null, note = null, color = highlightColors[0] } = input
    if (quote === null && note === null) throw new Refusal('highlightEmpty')
    const [entry] = await visibleEntries(storage, user.id, [entryId])
    if (!entry) throw new Refusal('entryNotFound')
    const text = (quote?.exact.length ?? 0) + (note?.length ?? 0)
    if (!(await context.room.take(user.id, text))) throw new Refusal('accountFull')
    const time = now()
    const created = input.createdAt === undefined ? time : Math.min(Date.parse(input.createdAt), time)
    const highlight = {
      id,
      entryId,
      ...columnsOf(quote, input.position ?? null),
      color,
      note,
      title: entry.title,
      createdAt: created,
    }
    if (!(await insertHighlight(storage, user.id, highlight, time))) throw new Refusal('highlightLimit')
    return highlightResponse(context, id)
  },

  'highlights.update': async (context, { id, color, note }) => {
    const { user, storage, now } = context
    const row = await highlightById(storage, user.id, id)
    if (!row) throw new Refusal('highlightNotFound')
    if (row.exact === null && note === null) throw new Refusal('highlightEmpty')
    if (!(await context.room.take(user.id, note?.length ?? 0))) throw new Refusal('accountFull')
    await updateHighlight(storage, user.id, row, { color, note }, now())
    return highlightResponse(context, id)
  },

  'highlights.delete': async ({ user, storage, now }, { id }) => {
    if (!(await setHighlightDeleted(storage, user.id, { id, deleted: true }, now())))
      throw new Refusal('highlightNotFound')
  },

  'highlights.restore': async (context, { id }) => {
    const { user, storage, now } = context
    if (!(await setHighlightDeleted(storage, user.id, { id, deleted: false }, now())))
      throw new Refusal('highlightNotFound')
    return highlightResponse(context, id)
  },
} satisfies Routes

async function highlightResponse({ storage, user }: Pick<RequestContext, 'storage' | 'user'>, id: string) {
  const row = await highlightById(storage, user.id, id)
  if (!row) throw new Refusal('highlightNotFound')
  return { data: toHighlight(row) }
}

const columnsOf = (quote: TextQuote | null, position: TextPosition | null) => ({
  exact: quote?.exact ?? null,
  prefix: quote?.prefix ?? '',
  suffix: quote?.suffix ?? '',
  startOffset: position?.start ?? null,
  endOffset: position?.end ?? null,
})

/** A stored highlight as the contract describes it. */
function toHighlight(row: HighlightOfEntry): Highlight {
  const { id, entryId, exact, prefix, suffix, startOffset, endOffset, color, note } = row
  const { title, url, author, feedId, feedTitle } = row
  return {
    id,
    entryId,
    quote: exact === null ? null : { exact, prefix, suffix },
    position: startOffset === null || endOffset === null ? null : { start: startOffset, end: endOffset },
    color,
    note,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    entry: { title, url, author, publishedAt: iso(row.publishedAt), feedId, feedTitle },
  }
}

/** The cursor of a page of the list. */
export const highlightCursor = ({ createdAt, id }: HighlightPosition): string => `${createdAt}-${id}`

function readCursor(cursor: string): HighlightPosition {
  const [, time = '', id = ''] = /^(\d{1,15})-([\w-]+)$/.exec(cursor) ?? []
  if (time === '') throw new Refusal('invalidParameter', 'cursor: not from a page of this call')
  return { createdAt: Number(time), id }
}
