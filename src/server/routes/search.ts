import type { SearchInput, TimelineItem } from '../../contract/entries.ts'
import { queryErrorMessage } from '../../contract/query/errors.ts'
import type { QueryAst } from '../../contract/query/ast.ts'
import { MAX_MATCHES } from '../../contract/limits.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import type { EntrySelection } from '../../plugin-api/server.ts'
import { feedsWithin } from '../access/limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import {
  copiesAmong,
  countMatches,
  searchCandidates,
  searchEntries,
  type SearchPosition,
} from '../storage/timeline/search-entries.ts'
import { toItems } from './entries.ts'

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
  'entries.search': async (context, input) => ({ code: 0, ...(await searchPage(context, input)) }),
} satisfies Routes

async function searchPage(context: RequestContext, input: SearchInput) {
  const ast = parsedQuery(input.q)
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor)
  const now = cursor?.now ?? context.now()
  const sent = cursor?.count ?? 0
  const limit = Math.min(input.limit ?? PAGE, (ast.limit ?? Infinity) - sent)
  const { storage, user } = context
  const candidates = await searchCandidates(storage, user.id, ast, { once: input.once })
  const within = await feedsWithin(storage, user)
  const counted = input.count
    ? { total: await countMatches(storage, user.id, ast, { candidates, within, now, most: MAX_MATCHES }) }
    : {}
  if (limit <= 0) return { data: [], ...counted }
  // One more than the page tells whether another one follows.
  const rows = await searchEntries(storage, user.id, ast, {
    candidates,
    within,
    now,
    after: cursor,
    limit: limit + 1,
  })
  const found = rows.slice(0, limit)
  const last = found.at(-1)
  const ids = found.map(({ row }) => row.id)
  const copies = input.once ? await copiesAmong(storage, user.id, ast, { ids, within, now }) : new Set()
  const page = found.filter(({ row }) => !copies.has(row.id))
  const count = sent + page.length
  const isLast = rows.length <= limit || (ast.limit !== undefined && count >= ast.limit)
  const data = await toItems(
    context,
    page.map(({ row }) => row),
    {},
  )
  if (isLast || !last) return { data, ...counted }
  return { data, ...counted, cursor: writeCursor({ now, ...last.position, count }) }
}

/** Entries that a plugin's query selects, in its order. @throws Refusal invalidParameter for an invalid query */
export async function selectedEntries(
  context: RequestContext,
  { query, limit, arrivedSince, media, ids, withContent }: EntrySelection & { readonly query: string },
): Promise<TimelineItem[]> {
  const parsed = parsedQuery(query)
  const ast: QueryAst = media
    ? { ...parsed, where: { kind: 'and', terms: [parsed.where, { kind: 'media', media }] } }
    : parsed
  const { storage, user, now } = context
  const found = await searchEntries(storage, user.id, ast, {
    candidates: ids ?? (await searchCandidates(storage, user.id, ast)),
    within: await feedsWithin(storage, user),
    arrivedSince,
    now: now(),
    after: null,
    limit: Math.min(limit, ast.limit ?? limit),
  })
  return toItems(
    context,
    found.map(({ row }) => row),
    { withContent: withContent ?? false },
  )
}

/** @throws Refusal invalidParameter with the position of the error */
export function parsedQuery(text: string): QueryAst {
  const parsed = parseQuery(text)
  if (parsed.ok) return parsed.ast
  const { error } = parsed
  throw new Refusal('invalidParameter', queryErrorMessage(error), { position: error.position })
}

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
