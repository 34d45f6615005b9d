/** Lists of entries in the order publishedAt, id, descending. Only indexes are read, and nothing is sorted. */
import { sql, type RawBuilder } from 'kysely'
import { nearTerms } from '../../../contract/query/ast.ts'
import type { QueryAsk, QueryOrder, TimelineAsk, TimelinePage } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { listed } from './listed.ts'
import { boundedSelection, datedAsk, queryRows } from './query.ts'
import { headsOf } from './entries.ts'
import { storiesOf } from './stories.ts'

/** Up to this many feeds, each is read by itself and the first rows are merged: their entries may be far apart in time. */
const FEW_FEEDS = 3

type Position = { readonly entryId: string; readonly publishedAt: number }

export const timeline: Handlers<'timeline.page' | 'timeline.unreadCounts'> = {
  'timeline.page': async (db, request) => {
    const { of } = request
    const ask = 'query' in of ? { ...request, of: { query: datedAsk(of.query) } } : request
    // One more than the page tells whether anything is left.
    const positions = await firstPositions(db, ask, ask.limit + 1)
    const page = positions.slice(0, ask.limit)
    const ids = page.map((position) => position.entryId)
    const stories = mayHaveStories(ask) ? await storiesOf(db, page) : []
    return {
      ids,
      times: page.map((position) => position.publishedAt),
      done: positions.length <= ask.limit,
      ...('query' in ask.of && { order: orderOf(ask.of.query) }),
      ...('entryIds' in ask.of && { order: 'named' as const }),
      ...(ask.withFeeds && { feedIds: await feedIdsOf(db, ids) }),
      ...(stories.length > 0 && { stories }),
      ...(ask.heads && { heads: await headsOf(db, ids.slice(0, ask.heads)) }),
    } satisfies TimelinePage
  },
  'timeline.unreadCounts': async (db) => {
    const rows = await db
      .selectFrom('entryStatus')
      .select((of) => ['feedId', of.fn.countAll<number>().as('count')])
      .where('unread', '=', sql.lit(1))
      .groupBy('feedId')
      .execute()
    return Object.fromEntries(rows.map(({ feedId, count }) => [feedId, count]))
  },
}

async function feedIdsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('entryStatus')
    .select(['entryId', 'feedId'])
    .where('entryId', 'in', sql<string>`${listed(ids)}`)
    .execute()
  const feedIds = new Map(rows.map(({ entryId, feedId }) => [entryId, feedId]))
  return ids.map((id) => feedIds.get(id) ?? '')
}

/** The order of a query that is a timeline. */
const orderOf = ({ select }: QueryAsk): QueryOrder =>
  typeof select === 'string' ? 'new' : (select.sort ?? (nearTerms(select).length > 0 ? 'named' : 'new'))

/** Stars stand for themselves, and a story is of several feeds. */
const mayHaveStories = ({ of }: TimelineAsk): boolean =>
  'query' in of ? orderOf(of.query) === 'new' : 'feedIds' in of && of.feedIds.length > 1

async function firstPositions(db: Db, ask: TimelineAsk, limit: number): Promise<readonly Position[]> {
  if ('query' in ask.of) {
    if (orderOf(ask.of.query) !== 'new') return orderedPositions(db, ask, ask.of.query, limit)
    // A frequent word is found before all texts are read.
    if (!ask.after && !ask.unreadOnly) return queryRows(db, ask.of.query, { skip: 0, limit })
    const { from, where } = await boundedSelection(db, ask.of.query)
    return (await queryQuery(ask, { from, where }, limit).execute(db)).rows
  }
  if ('entryIds' in ask.of) return namedPositions(db, ask, ask.of.entryIds, limit)
  if ('starsOf' in ask.of) return (await starQuery(ask, ask.of.starsOf, limit).execute(db)).rows
  const feedIds = [...new Set(ask.of.feedIds)]
  if (feedIds.length > FEW_FEEDS) return (await statusQuery(ask, among(feedIds), limit).execute(db)).rows
  const positions: Position[] = []
  for (const feedId of feedIds) {
    positions.push(...(await statusQuery(ask, sql`"feedId" = ${feedId}`, limit).execute(db)).rows)
  }
  return positions.toSorted(newerFirst).slice(0, limit)
}

/** Of a query that is not in order of time, newest first: its pages follow each other by the number of their rows. */
async function orderedPositions(
  db: Db,
  { after, unreadOnly }: TimelineAsk,
  query: QueryAsk,
  limit: number,
): Promise<readonly Position[]> {
  const skip = after?.row ?? 0
  if (!unreadOnly) return queryRows(db, query, { skip, limit })
  const rows = await queryRows(db, query, { skip: 0, limit: Infinity })
  return rows.filter(({ unread }) => unread === 1).slice(skip, skip + limit)
}

/** Those of the named entries that are stored. */
async function namedPositions(
  db: Db,
  { after, unreadOnly }: TimelineAsk,
  ids: readonly string[],
  limit: number,
): Promise<readonly Position[]> {
  const skip = after?.row ?? 0
  const { rows } = await sql<Position>`
    select "s"."entryId", "s"."publishedAt" from json_each(${JSON.stringify(ids)}) as "j"
    join "entryStatus" as "s" on "s"."entryId" = "j"."value"
    ${unreadOnly ? sql`where "s"."unread" = 1` : sql``} order by "j"."key"`.execute(db)
  return rows.slice(skip, skip + limit)
}

// The plus keeps the planner off the index by feed, with which it would sort every match.
const among = (feedIds: readonly string[]): RawBuilder<unknown> => sql`+"feedId" in ${listed(feedIds)}`

/** The query of a page, also for a test that looks at its plan. */
export function statusQuery(
  ask: TimelineAsk,
  feeds: RawBuilder<unknown>,
  limit: number,
): RawBuilder<Position> {
  return sql<Position>`
    select "entryId", "publishedAt" from "entryStatus"
    where ${feeds} ${ask.unreadOnly ? sql`and "unread" = 1` : sql``} ${onward(ask)}
    order by "publishedAt" desc, "entryId" desc limit ${limit}`
}

function queryQuery(
  ask: TimelineAsk,
  { from, where }: { from: RawBuilder<unknown>; where: RawBuilder<unknown> },
  limit: number,
): RawBuilder<Position> {
  const { after } = ask
  const onwards = after
    ? sql`and ("s"."publishedAt", "s"."entryId") < (${after.publishedAt}, ${after.id})`
    : sql``
  return sql<Position>`
    select "s"."entryId", "s"."publishedAt" from ${from}
    where ${where} ${ask.unreadOnly ? sql`and "s"."unread" = 1` : sql``} ${onwards}
    order by "s"."publishedAt" desc, "s"."entryId" desc limit ${limit}`
}

function starQuery(ask: TimelineAsk, view: number, limit: number): RawBuilder<Position> {
  const unread = sql`and exists (select 1 from "entryStatus" as "s" where "s"."entryId" = "collections"."entryId" and "s"."unread" = 1)`
  return sql<Position>`
    select "entryId", "publishedAt" from "collections"
    where "shownView" = ${view} and "shownAt" is not null ${ask.unreadOnly ? unread : sql``} ${onward(ask)}
    order by "publishedAt" desc, "entryId" desc limit ${limit}`
}

const onward = ({ after }: TimelineAsk): RawBuilder<unknown> =>
  after ? sql`and ("publishedAt", "entryId") < (${after.publishedAt}, ${after.id})` : sql``

/** As SQLite compares text: by its bytes, which for ids of digits is the order of code units. */
function newerFirst(a: Position, b: Position): number {
  if (a.publishedAt !== b.publishedAt) return b.publishedAt - a.publishedAt
  return a.entryId < b.entryId ? 1 : a.entryId > b.entryId ? -1 : 0
}

export { among as amongFeeds }
