/** Selects entries by a query that ranks them by what they mean, on both engines. */
import { sql } from 'kysely'
import { MAX_NEAR, type QueryAst } from '../../../contract/query/ast.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { PUBLISHED_BEFORE_MS, selectionOf, type FoundEntry, type SearchOptions } from './search-entries.ts'
import { timelineRows } from './timeline-rows.ts'

/** Reciprocal rank fusion: what is first in one list does not outweigh what is near the top of two. */
const FUSION = 60
/** Entries that are ranked at most. */
const MOST_RANKED = 5000

export type RankedOptions = Omit<SearchOptions, 'candidates'> & {
  /** Ids, the best first: what the plugin found, and what has the words. */
  readonly rankings: readonly (readonly string[])[]
}

/**
 * Ids of the entries that a user may see and a ranked query selects: the nearest, as many as its limit, then in its order.
 * @param ast with the ids of its rankings
 */
export async function rankedIds(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { rankings, arrivedSince, ...options }: Omit<RankedOptions, 'after' | 'limit'>,
): Promise<readonly string[]> {
  const candidates = [...new Set(rankings.flat())]
  const { from, conditions } = await selectionOf(storage, userId, ast, { ...options, candidates })
  const arrived =
    arrivedSince === undefined
      ? []
      : [
          sql`e."insertedAt" >= ${arrivedSince}`,
          sql`e."publishedAt" >= ${arrivedSince - PUBLISHED_BEFORE_MS}`,
        ]
  const { rows } = await sql<{ id: string; publishedAt: number | string }>`
    select e.id, e."publishedAt" from ${from} where ${sql.join([...conditions, ...arrived], sql` and `)}
    order by e."publishedAt" desc, e.id desc limit ${sql.lit(MOST_RANKED)}`.execute(storage.db)
  const points = fusedPoints(rankings)
  const nearest = rows
    .toSorted((a, b) => (points.get(b.id) ?? 0) - (points.get(a.id) ?? 0))
    .slice(0, ast.limit ?? MAX_NEAR)
  if (ast.sort === undefined) return nearest.map(({ id }) => id)
  const inTime = nearest.toSorted((a, b) => Number(b.publishedAt) - Number(a.publishedAt))
  return (ast.sort === 'old' ? inTime.toReversed() : inTime).map(({ id }) => id)
}

/** A page of them. */
export async function rankedEntries(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { after, limit, ...options }: RankedOptions,
): Promise<FoundEntry[]> {
  const ids = await rankedIds(storage, userId, ast, options)
  const from = after === null ? 0 : ids.indexOf(after.id) + 1
  const page = after !== null && from === 0 ? [] : ids.slice(from, from + limit)
  const selected = sql`(select e.* from entries as e where e.id in ${idList(storage.kind, page)}) as e`
  const rows = new Map(
    (await timelineRows(storage, userId, selected, false)).map((row) => [row.id, row] as const),
  )
  return page.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ row, position: { publishedAt: row.publishedAt, id, part: null } }] : []
  })
}

/** What each id has for its places in the lists. */
function fusedPoints(rankings: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  for (const ids of rankings)
    for (const [at, id] of ids.entries()) points.set(id, (points.get(id) ?? 0) + 1 / (FUSION + at + 1))
  return points
}
