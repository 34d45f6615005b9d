/** Entries of follow.db that a query selects (contract/query). */
import { sql, type RawBuilder } from 'kysely'
import { queryTerms, searchesText, type QueryAst } from '../../../contract/query/ast.ts'
import { compileQuery, feedsOfQuery, type QueryDialect } from '../../../contract/query/compile.ts'
import { mediaMarks } from '../../../contract/query/matches.ts'
import { parseQuery } from '../../../contract/query/parse.ts'
import type { QueryAsk, SearchHit } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { listed } from './effects.ts'
import { readInTexts } from './entry-texts.ts'
import { querySources } from './query-sources.ts'

type Condition = RawBuilder<unknown>

/** Batches of new entries that a search reads in itself; the background job reads in longer queues. */
const BATCHES_BEFORE_SEARCH = 5
/** Up to this many feeds, their indexes are read; above, entries are walked by time. */
const FEW_FEEDS = 20

export const query: Handlers<'entries.query' | 'entries.queryCount'> = {
  'entries.query': async (db, ask) => {
    const ast = astOf(ask)
    const { from, where } = await querySelection(db, ast, ask.now)
    const order = orderOf(ast)
    const limit = Math.min(ask.limit, ast.limit ?? Infinity)
    const { rows } = await sql<SearchHit>`
      select "e"."id", "e"."feedId", coalesce("e"."title", '') as "title", "e"."publishedAt"
      from (select "s"."entryId", "s"."publishedAt" from ${from} where ${where} order by ${order} limit ${limit}) as "s"
      join "entries" as "e" on "e"."id" = "s"."entryId" order by ${order}`.execute(db)
    return rows
  },
  'entries.queryCount': async (db, ask) => {
    const { from, where } = await boundedSelection(db, ask)
    const { rows } = await sql<{ total: number; unread: number | null }>`
      select count(*) as "total", sum("s"."unread") as "unread" from ${from} where ${where}`.execute(db)
    return { total: rows[0]?.total ?? 0, unread: rows[0]?.unread ?? 0 }
  },
}

const NEWEST_FIRST = sql`"s"."publishedAt" desc, "s"."entryId" desc`
const OLDEST_FIRST = sql`"s"."publishedAt", "s"."entryId"`

const orderOf = ({ sort }: QueryAst): Condition => (sort === 'old' ? OLDEST_FIRST : NEWEST_FIRST)

const NOTHING: QueryAst = { where: { kind: 'not', term: { kind: 'all' } } }
function astOf({ select }: QueryAsk): QueryAst {
  if (typeof select !== 'string') return select
  const parsed = parseQuery(select)
  return parsed.ok ? parsed.ast : NOTHING
}

/** A relation `s` of `entryStatus`, and the condition on it. */
type Selection = { readonly from: Condition; readonly where: Condition }

/** As {@link querySelection}, with the query's own bound. */
export async function boundedSelection(db: Db, ask: QueryAsk): Promise<Selection> {
  const ast = astOf(ask)
  const selection = await querySelection(db, ast, ask.now)
  if (ast.limit === undefined) return selection
  return {
    from: sql`"entryStatus" as "s"`,
    where: sql`"s"."entryId" in (select "s"."entryId" from ${selection.from} where ${selection.where}
      order by ${orderOf(ast)} limit ${ast.limit})`,
  }
}

/** Reads in new texts first where the query looks into them. */
async function querySelection(db: Db, ast: QueryAst, now = Date.now()): Promise<Selection> {
  if (searchesText(ast))
    for (let batch = 0; batch < BATCHES_BEFORE_SEARCH; batch += 1) if (!(await readInTexts(db))) break
  const sources = await querySources(db)
  const feedIds = feedsOfQuery(ast, sources)
  return {
    from: relationOf(ast),
    where: sql`${universe(feedIds, [...sources.keys()])} and ${compileQuery(ast, dialect, { sources, now })}`,
  }
}

function relationOf(ast: QueryAst): Condition {
  const kinds = new Set(queryTerms(ast.where).map(({ kind }) => kind))
  const entries =
    kinds.has('media') || kinds.has('language')
      ? sql`join "entries" as "e" on "e"."id" = "s"."entryId"`
      : sql``
  const texts = kinds.has('text')
    ? sql`left join "entryTexts" as "t" on "t"."entryId" = "s"."entryId"`
    : sql``
  return sql`"entryStatus" as "s" ${entries} ${texts}`
}

const starred = sql`exists (select 1 from "collections" as "c"
  where "c"."entryId" = "s"."entryId" and "c"."shownAt" is not null)`

/** Entries of what the user follows; starred ones also after their feed was unfollowed. */
function universe(feedIds: readonly string[] | null, followed: readonly string[]): Condition {
  if (feedIds === null) return sql`("s"."feedId" in ${listed(followed)} or ${starred})`
  // The plus keeps the planner off the index by feed, with which it would sort every match.
  const feedId = feedIds.length > FEW_FEEDS ? sql`+"s"."feedId"` : sql`"s"."feedId"`
  return sql`${feedId} in ${listed(feedIds)}`
}

const some = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
const contains = (text: Condition, part: string): Condition => sql`instr(coalesce(${text}, ''), ${part}) > 0`

const dialect: QueryDialect<Condition> = {
  every: (conditions) => sql`(${sql.join(conditions, sql` and `)})`,
  some,
  not: (condition) => sql`(not ${condition})`,
  constant: (value) => (value ? sql`1` : sql`0`),
  text: (field, text) =>
    field === 'any'
      ? some([contains(sql`"t"."title"`, text), contains(sql`"t"."body"`, text)])
      : contains(sql.ref(`t.${field}`), text),
  sources: (feedIds) => sql`("s"."feedId" in ${listed(feedIds)})`,
  state: (state) =>
    state === 'starred' ? sql`(${starred})` : sql`("s"."unread" = ${sql.lit(state === 'unread' ? 1 : 0)})`,
  media: (media) =>
    some([
      contains(sql`"e"."media"`, mediaMarks[media].media),
      contains(sql`"e"."attachments"`, mediaMarks[media].attachments),
    ]),
  published: (range) =>
    'from' in range ? sql`("s"."publishedAt" >= ${range.from})` : sql`("s"."publishedAt" < ${range.until})`,
  language: (language) =>
    sql`(lower(coalesce("e"."language", '')) = ${language}
      or lower(coalesce("e"."language", '')) like ${`${language}-%`})`,
}
