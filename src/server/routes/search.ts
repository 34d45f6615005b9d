import type { SearchInput, TimelineItem } from '../../contract/entries.ts'
import { MAX_NEAR, type QueryAst } from '../../contract/query/ast.ts'
import { MAX_MATCHES } from '../../contract/limits.ts'
import type { EntrySelection } from '../../plugin-api/server.ts'
import { feedsWithin } from '../access/limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { copiesAmong, type SearchPosition } from '../storage/timeline/search-entries.ts'
import { toItems } from './entries.ts'
import { parsedQuery, selecting } from './selected-entries.ts'

const PAGE = 50
/** Maximum ms since 1970 of a `Date`. */
const MAX_TIME = 8.64e15

/**
 * The cursor of the next page. `now` is that of the first page, so that ages mean the same on all; `count` is the number
 * of entries sent, for the query's own limit.
 */
type Cursor = SearchPosition & { readonly now: number; readonly count: number }

/** Searching entries with the query language. */
export const searchRoutes = {
  'entries.search': async (context, input) => ({ ...(await searchPage(context, input)) }),
} satisfies Routes

async function searchPage(context: RequestContext, input: SearchInput) {
  const query = parsedQuery(input.q)
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor)
  const now = cursor?.now ?? context.now()
  const sent = cursor?.count ?? 0
  const { storage, user } = context
  const within = await feedsWithin(storage, user)
  const { ast, near, find, count: countAll } = await selecting(context, query, { within, once: input.once })
  const most = ast.limit ?? (near ? MAX_NEAR : undefined)
  const limit = Math.min(input.limit ?? PAGE, (most ?? Infinity) - sent)
  const counted = input.count ? { total: await countAll({ now, most: MAX_MATCHES }) } : {}
  if (limit <= 0) return { data: [], ...counted }
  // One more than the page tells whether another one follows.
  const rows = await find({ now, after: cursor, limit: limit + 1 })
  const found = rows.slice(0, limit)
  const last = found.at(-1)
  const ids = found.map(({ row }) => row.id)
  const copies = input.once ? await copiesAmong(storage, user.id, ast, { ids, within, now }) : new Set()
  const page = found.filter(({ row }) => !copies.has(row.id))
  const count = sent + page.length
  const isLast = rows.length <= limit || (most !== undefined && count >= most)
  const data = await toItems(
    context,
    page.map(({ row }) => row),
    {},
  )
  const about = { ...counted, ...(near && { near: nearOf(ids, near) }) }
  if (isLast || !last) return { data, ...about }
  return { data, ...about, cursor: writeCursor({ now, ...last.position, count }) }
}

/** Entries that a plugin's query selects, in its order. @throws Refusal invalidParameter for an invalid query */
export async function selectedEntries(
  context: RequestContext,
  { query, limit, arrivedSince, media, ids, after, withContent }: EntrySelection & { readonly query: string },
): Promise<TimelineItem[]> {
  const parsed = parsedQuery(query)
  const ast: QueryAst = media
    ? { ...parsed, where: { kind: 'and', terms: [parsed.where, { kind: 'media', media }] } }
    : parsed
  const within = await feedsWithin(context.storage, context.user)
  const { find } = await selecting(context, ast, { within, candidates: ids })
  const most = Math.min(limit, ast.limit ?? limit)
  const found = await find({ arrivedSince, now: context.now(), after: positionOf(after), limit: most })
  return toItems(
    context,
    found.map(({ row }) => row),
    { withContent: withContent ?? false },
  )
}

/** How near the entries of a page are, where the plugin knows. */
const nearOf = (ids: readonly string[], near: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(ids.flatMap((id) => (near.has(id) ? [[id, near.get(id) ?? 0]] : [])))

const positionOf = (after: EntrySelection['after']): SearchPosition | null =>
  after ? { ...after, part: null } : null

const writeCursor = ({ now, publishedAt, id, count, part }: Cursor): string =>
  Buffer.from(JSON.stringify([now, publishedAt, id, count, part])).toString('base64url')

function readCursor(text: string): Cursor {
  const parts = partsOf(text)
  if (Array.isArray(parts)) {
    const [now, publishedAt, id, count, part = null] = parts as unknown[]
    if (
      (part === null || part === 0 || part === 1) &&
      isTime(now) &&
      now >= 0 &&
      now <= MAX_TIME &&
      isTime(publishedAt) &&
      typeof id === 'string' &&
      isTime(count)
    )
      return { now, publishedAt, id: id.replaceAll('\0', ''), count, part }
  }
  throw new Refusal('invalidParameter', 'cursor: not from a page of this call')
}

function partsOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value)
