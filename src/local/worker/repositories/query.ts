/** Entries of follow.db that a query selects (contract/query). */
import { sql, type RawBuilder } from 'kysely'
import type { Transcript } from '../../../contract/podcast.ts'
import {
  asksRarity,
  nearTerms,
  queryTerms,
  searchesText,
  withNear,
  type QueryAst,
  type QueryExpression,
  type TextTerm,
} from '../../../contract/query/ast.ts'
import {
  compileQuery,
  feedsOfQuery,
  type QueryDialect,
  type QueryEnvironment,
} from '../../../contract/query/compile.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import { mediaMarks } from '../../../contract/query/matches.ts'
import { parseQuery } from '../../../contract/query/parse.ts'
import { RANKINGS, rankedQuery, rankingsIn } from '../../../contract/query/rankings.ts'
import { orderedParts, titlesFirst } from '../../../contract/query/relevance.ts'
import { beginningOf, snippetOf } from '../../../contract/query/snippet.ts'
import { entryName } from '../../../core/entry-name.ts'
import { escapeMarkup } from '../../../core/escape-markup.ts'
import type { QueryAsk, SearchHit } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'
import type { Db } from '../schema.ts'
import { hasAnnotation, hasNoteWith, isAnnotated } from './entry-highlights.ts'
import { isTranscribed } from './episode-files.ts'
import { listed } from './listed.ts'
import { isLabelled, showsLabel } from './entry-labels.ts'
import { readInTexts } from './entry-texts.ts'
import { querySources } from './query-sources.ts'

type Condition = RawBuilder<unknown>

/** Batches of new entries that a search indexes itself; the background job indexes longer queues. */
const BATCHES_BEFORE_SEARCH = 5
/** Up to this many feeds, their indexes are read; above, entries are scanned by time. */
const FEW_FEEDS = 20

export const query: Handlers<'entries.query' | 'entries.queryCount' | 'entries.snippets'> = {
  'entries.query': async (db, ask) => {
    const rows = await queryRows(db, ask, { skip: 0, limit: ask.limit })
    return hitsOf(db, rows)
  },
  'entries.queryCount': async (db, ask) => {
    const { from, where } = await boundedSelection(db, ask)
    const { rows } = await sql<{ total: number; unread: number | null }>`
      select count(*) as "total", sum("s"."unread") as "unread" from ${from} where ${where}`.execute(db)
    return { total: rows[0]?.total ?? 0, unread: rows[0]?.unread ?? 0 }
  },
  'entries.snippets': async (db, { ids, size = 'line', ...ask }) => {
    const ast = astOf(ask)
    const texts = await db
      .selectFrom('entries')
      .leftJoin('entryContents', 'entryContents.entryId', 'entries.id')
      .leftJoin('episodeFiles', (on) =>
        on.onRef('episodeFiles.entryId', '=', 'entries.id').on('episodeFiles.kind', '=', 'transcript'),
      )
      .select(['entries.id', 'entries.description', 'entryContents.content', 'episodeFiles.value'])
      .where('entries.id', 'in', sql<string>`${listed(ids)}`)
      .execute()
    return Object.fromEntries(
      texts.flatMap(({ id, description, content, value }) => {
        const html = content || description || ''
        const snippet =
          snippetOf(html, ast, size) ??
          snippetOf(spokenHtml(value), ast, size) ??
          (size === 'passage' ? beginningOf(html, size) : null)
        return snippet ? [[id, snippet]] : []
      }),
    )
  },
}

/** What a transcript says, as HTML. @param value as it is stored */
function spokenHtml(value: string | null): string {
  const transcript = value === null ? null : parsed<Transcript | null>(value)
  return escapeMarkup(transcript?.lines.map(({ text }) => text).join(' ') ?? '')
}

type QueryRow = { readonly entryId: string; readonly publishedAt: number; readonly unread: number }

/** Entries that a query selects, in its order. @param page.skip of the first ones that are left out */
export async function queryRows(
  db: Db,
  ask: QueryAsk,
  page: { readonly skip: number; readonly limit: number },
): Promise<readonly QueryRow[]> {
  const ast = await rankedAst(db, astOf(ask))
  const end = Math.min(page.skip + page.limit, ast.limit ?? Infinity, MOST_ROWS)
  const rows = (await firstInTimeOrder(db, ast, ask.now, end)) ?? (await selectedRows(db, ast, ask.now, end))
  return rows.slice(page.skip)
}

/** More than follow.db stores; SQLite has no value for "all". */
const MOST_ROWS = 10_000_000
/** Number of newest entries whose texts are looked up one by one. */
const WALKED = 2000

/**
 * The first rows, found among the first entries by time: enough for a frequent word, without reading all texts.
 * @returns null: there are fewer, or the query searches no text
 */
async function firstInTimeOrder(
  db: Db,
  ast: QueryAst,
  now: number | undefined,
  limit: number,
): Promise<readonly QueryRow[] | null> {
  const [lead = ast] = orderedParts(ast)
  if (limit > WALKED || requiredTexts(lead.where).length === 0 || nearTerms(ast).length > 0) return null
  const isOldest = ast.sort === 'old'
  const { rows: edge } = await sql<{ publishedAt: number }>`
    select "s"."publishedAt" from "entryStatus" as "s" order by ${timeOrderOf(ast)} limit 1 offset ${WALKED}`.execute(
    db,
  )
  const last = edge[0]?.publishedAt
  if (last === undefined) return null
  const { from, where } = await querySelection(db, lead, { now, texts: 'walked' })
  const within = isOldest ? sql`"s"."publishedAt" <= ${last}` : sql`"s"."publishedAt" >= ${last}`
  const rows = await rowsOf(
    db,
    sql`${from} where ${where} and ${within} order by ${timeOrderOf(ast)} limit ${limit}`,
  )
  return rows.length >= limit ? rows : null
}

async function selectedRows(
  db: Db,
  ast: QueryAst,
  now: number | undefined,
  limit: number,
): Promise<readonly QueryRow[]> {
  const { from, where, environment } = await querySelection(db, ast, { now, texts: 'scanned' })
  const first = titlesFirst(ast)
  const [near] = nearTerms(ast)
  const rank =
    near && ast.sort === undefined
      ? sql`(select "j"."key" from json_each(${JSON.stringify(near.ids ?? [])}) as "j"
          where "j"."value" = "s"."entryId"),`
      : first
        ? sql`${compileQuery({ where: first }, dialect, environment)} desc,`
        : sql``
  return rowsOf(db, sql`${from} where ${where} order by ${rank} ${timeOrderOf(ast)} limit ${limit}`)
}

async function rowsOf(db: Db, selection: Condition): Promise<readonly QueryRow[]> {
  const { rows } = await sql<QueryRow>`
    select "s"."entryId", "s"."publishedAt", "s"."unread" from ${selection}`.execute(db)
  return rows
}

/** The query as a timeline, which is in order of time unless it ranks. */
export function datedAsk(ask: QueryAsk): QueryAsk & { readonly select: QueryAst } {
  const ast = astOf(ask)
  return { ...ask, select: nearTerms(ast).length > 0 ? ast : { ...ast, sort: ast.sort ?? 'new' } }
}

/** With the ids that the server has ranked for it. */
async function rankedAst(db: Db, ast: QueryAst): Promise<QueryAst> {
  if (nearTerms(ast).length === 0) return ast
  const key = rankedQuery(ast)
  const row = await db.selectFrom('meta').select('value').where('key', '=', RANKINGS).executeTakeFirst()
  const rankings = rankingsIn(row ? parsed(row.value) : null)
  const ids = rankings.find((one) => one.query === key)?.entries.map(([id]) => id) ?? []
  return withNear(ast, (term) => ({ ...term, ids }))
}

async function hitsOf(db: Db, rows: readonly QueryRow[]): Promise<SearchHit[]> {
  const entries = await db
    .selectFrom('entries')
    .leftJoin('storyEntries', 'storyEntries.entryId', 'entries.id')
    .select([
      'entries.id',
      'entries.feedId',
      'entries.title',
      'entries.url',
      'entries.description',
      'storyEntries.storyId',
    ])
    .where(sql<boolean>`"entries"."id" in ${listed(rows.map(({ entryId }) => entryId))}`)
    .execute()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return rows.flatMap(({ entryId, publishedAt }) => {
    const entry = byId.get(entryId)
    return entry
      ? [
          {
            id: entryId,
            feedId: entry.feedId,
            title: entryName(entry),
            publishedAt,
            storyId: entry.storyId,
          },
        ]
      : []
  })
}

const NEWEST_FIRST = sql`"s"."publishedAt" desc, "s"."entryId" desc`
const OLDEST_FIRST = sql`"s"."publishedAt", "s"."entryId"`

/** The order within a part of a query. */
const timeOrderOf = ({ sort }: QueryAst): Condition => (sort === 'old' ? OLDEST_FIRST : NEWEST_FIRST)

const NOTHING: QueryAst = { where: { kind: 'not', term: { kind: 'all' } } }
function astOf({ select }: QueryAsk): QueryAst {
  if (typeof select !== 'string') return select
  const read = parseQuery(select)
  return read.ok ? read.ast : NOTHING
}

/** A relation `s` of `entryStatus`, and the condition on it. */
type Selection = { readonly from: Condition; readonly where: Condition }

/** As {@link querySelection}, with the query's own bound. */
export async function boundedSelection(db: Db, ask: QueryAsk): Promise<Selection> {
  const ast = await rankedAst(db, astOf(ask))
  if (ast.limit === undefined) return querySelection(db, ast, { now: ask.now, texts: 'scanned' })
  const rows = await queryRows(db, ask, { skip: 0, limit: ast.limit })
  return {
    from: sql`"entryStatus" as "s"`,
    where: sql`"s"."entryId" in ${listed(rows.map(({ entryId }) => entryId))}`,
  }
}

type SelectionOptions = {
  readonly now: number | undefined
  /**
   * scanned: all texts are read in one pass, in the order of the file. walked: those of each entry are looked up, which
   * takes about ten times as long per entry.
   */
  readonly texts: 'scanned' | 'walked'
}

/** Indexes new texts first where the query searches them. */
async function querySelection(
  db: Db,
  ast: QueryAst,
  { now = Date.now(), texts }: SelectionOptions,
): Promise<Selection & { readonly environment: QueryEnvironment }> {
  if (searchesText(ast))
    for (let batch = 0; batch < BATCHES_BEFORE_SEARCH; batch += 1) if (!(await readInTexts(db))) break
  const environment = { sources: await querySources(db, asksRarity(ast) ? now : null), now }
  const feedIds = feedsOfQuery(ast, environment.sources)
  const required = texts === 'scanned' ? requiredTexts(ast.where) : []
  return {
    environment,
    from: relationOf(ast),
    where: sql`${universe(feedIds, [...environment.sources.keys()])} ${required.length > 0 ? sql`and ${containing(required)}` : sql``}
      and ${compileQuery(ast, dialect, environment)}`,
  }
}

/** The texts that every selected entry contains. */
const requiredTexts = (expression: QueryExpression): readonly TextTerm[] => {
  if (expression.kind === 'and') return expression.terms.flatMap(requiredTexts)
  return expression.kind === 'text' ? [expression] : []
}

/** Reads the texts once, by themselves. */
const containing = (texts: readonly TextTerm[]): Condition => sql`"s"."entryId" in (
  select "t"."entryId" from "entryTexts" as "t"
  where ${sql.join(
    texts.map(({ field, text }) => dialect.text(field, foldText(text))),
    sql` and `,
  )})`

function relationOf(ast: QueryAst): Condition {
  const kinds = new Set(queryTerms(ast.where).map(({ kind }) => kind))
  const entries =
    kinds.has('media') || kinds.has('language')
      ? sql`join "entries" as "e" on "e"."id" = "s"."entryId"`
      : sql``
  const texts = kinds.has('text')
    ? sql`left join "entryTexts" as "t" on "t"."entryId" = "s"."entryId"`
    : sql``
  const times = kinds.has('time')
    ? sql`left join "readingTimes" as "rt" on "rt"."entryId" = "s"."entryId"`
    : sql``
  return sql`"entryStatus" as "s" ${entries} ${texts} ${times}`
}

const starred = sql`exists (select 1 from "collections" as "c"
  where "c"."entryId" = "s"."entryId" and "c"."shownAt" is not null)`

/** Entries of what the user follows; starred, labelled, highlighted and noted ones also after their feed was unfollowed. */
function universe(feedIds: readonly string[] | null, followed: readonly string[]): Condition {
  if (feedIds === null)
    return sql`("s"."feedId" in ${listed(followed)} or ${starred} or ${isLabelled(sql`"s"."entryId"`)}
      or ${isAnnotated(sql`"s"."entryId"`)})`
  // The plus keeps the planner off the index by feed, with which it would sort every match.
  const feedId = feedIds.length > FEW_FEEDS ? sql`+"s"."feedId"` : sql`"s"."feedId"`
  return sql`${feedId} in ${listed(feedIds)}`
}

/**
 * The plus keeps the planner from an index for each alternative. With the partial index of unread entries for one, and
 * read ones in another, it finds no plan at all ("internal query planner error").
 */
const some = (conditions: readonly Condition[]): Condition => sql`+(${sql.join(conditions, sql` or `)})`
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
  readingTime: (bound) =>
    'under' in bound
      ? sql`(coalesce("rt"."seconds", 0) < ${bound.under})`
      : sql`(coalesce("rt"."seconds", 0) > ${bound.over})`,
  language: (language) =>
    sql`(lower(coalesce("e"."language", '')) = ${language}
      or lower(coalesce("e"."language", '')) like ${`${language}-%`})`,
  label: (key) => showsLabel(sql`"s"."entryId"`, key),
  among: (entryIds) => sql`("s"."entryId" in ${listed(entryIds)})`,
  annotation: (annotation) => hasAnnotation(sql`"s"."entryId"`, annotation),
  note: (text) => hasNoteWith(sql`"s"."entryId"`, text),
  transcript: (text) => isTranscribed(sql`"s"."entryId"`, text),
}
