/** Selects entries by a query (contract/query), on both engines. */
import { sql, type RawBuilder } from 'kysely'
import type { QueryAst, QueryExpression } from '../../../contract/query/ast.ts'
import { asksRarity, searchesText } from '../../../contract/query/ast.ts'
import { labelKey } from '../../../contract/label-names.ts'
import {
  compileQuery,
  feedsOfQuery,
  type QueryDialect,
  type QueryEnvironment,
} from '../../../contract/query/compile.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import { mediaMarks } from '../../../contract/query/matches.ts'
import { orderedParts } from '../../../contract/query/relevance.ts'
import { delivered } from '../actions/actions.ts'
import { containsText } from '../engine/like.ts'
import { readInTexts } from '../entries/entry-texts.ts'
import { entriesLabelled, hasLabel } from '../entries/entry-labels.ts'
import { entriesAnnotated, isAnnotated } from '../entries/highlights.ts'
import { entriesTranscribed, isTranscribed } from '../entries/episode-files.ts'
import { idList } from '../engine/id-list.ts'
import { isPreservedBy } from '../entries/preserved-entries.ts'
import type { Storage } from '../open.ts'
import { querySources } from './query-sources.ts'
import { earlierOfStories } from '../entries/story-copies.ts'
import { textCandidates } from './text-candidates.ts'
import { timelineRows, type TimelineRow } from './timeline-rows.ts'

type Condition = RawBuilder<unknown>

/**
 * The position of an entry in the order of a search. `part`: of a ranked search, where titles with its words come first,
 * the part that the entry is in; null: the search is in order of time.
 */
export type SearchPosition = {
  readonly publishedAt: number
  readonly id: string
  readonly part: number | null
}
export type FoundEntry = { readonly row: TimelineRow; readonly position: SearchPosition }

/** Entries are rarely published longer before they arrive: the bound allows scanning by time. */
export const PUBLISHED_BEFORE_MS = 31 * 86_400_000
/** Batches of 50 new entries that a search indexes itself; a job indexes longer queues. */
const BATCHES_BEFORE_SEARCH = 40
/** Up to this many feeds, their indexes are read; above, entries are scanned by time. */
const FEW_FEEDS = 50

/** Ids of a query's candidates from an index; null: the index does not help. */
export type Candidates = readonly string[] | null

/**
 * Candidates of a query from the text index, the labels, the highlights and the transcripts, after new entries were indexed.
 * @param once whether the search lists each story once
 */
export async function searchCandidates(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { once = false }: { readonly once?: boolean | undefined } = {},
): Promise<Candidates> {
  if (once || searchesText(ast)) await readInTexts(storage, BATCHES_BEFORE_SEARCH)
  return (await annotationCandidates(storage, userId, ast)) ?? textCandidates(storage, ast)
}

/** What is on more entries than this is are found by walking the entries by time. */
const MOST_ANNOTATED = 5000

/** Ids of the entries with a label, highlight, note or transcript that a query requires. PostgreSQL's planner starts with them itself. */
async function annotationCandidates(
  storage: Storage,
  userId: string,
  { where }: QueryAst,
): Promise<Candidates> {
  if (storage.kind === 'postgres') return null
  for (const term of where.kind === 'and' ? where.terms : [where]) {
    const candidates = await annotatedWith(storage, userId, term)
    if (candidates !== null) return candidates
  }
  return null
}

async function annotatedWith(storage: Storage, userId: string, term: QueryExpression): Promise<Candidates> {
  switch (term.kind) {
    case 'label':
      return entriesLabelled(storage, userId, labelKey(term.name), MOST_ANNOTATED)
    case 'annotation':
      return entriesAnnotated(storage, userId, { has: term.annotation }, MOST_ANNOTATED)
    case 'note':
      return entriesAnnotated(storage, userId, { noteText: foldText(term.text) }, MOST_ANNOTATED)
    case 'transcript':
      return entriesTranscribed(storage, foldText(term.text), MOST_ANNOTATED)
    default:
      return null
  }
}

export type SearchOptions = {
  readonly candidates: Candidates
  /** Searches only these feeds; null: everything that the user may see. */
  readonly within?: ReadonlyMap<string, unknown> | null
  /** ms: entries that have arrived since, and were published at most a month before. */
  readonly arrivedSince?: number | undefined
  /** The time from which ages count, ms. */
  readonly now: number
  /** Strictly after this position. */
  readonly after: SearchPosition | null
  readonly limit: number
}

/**
 * Entries that a user may see and a query selects, in its order (contract/query/relevance). SQLite ranks only if its index
 * has few candidates: for a frequent word it would read all titles. Others are newest first.
 */
export async function searchEntries(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  options: SearchOptions,
): Promise<FoundEntry[]> {
  const { after, limit, candidates } = options
  const isRanked = after ? after.part !== null : storage.kind === 'postgres' || candidates !== null
  const parts = isRanked ? orderedParts(ast) : [ast]
  const found: FoundEntry[] = []
  for (const [index, part] of parts.entries()) {
    if (after !== null && index < (after.part ?? 0)) continue
    const rows = await entriesInTimeOrder(storage, userId, part, {
      ...options,
      after: after !== null && index === (after.part ?? 0) ? after : null,
      limit: limit - found.length,
    })
    const number = parts.length > 1 ? index : null
    found.push(
      ...rows.map((row) => ({ row, position: { publishedAt: row.publishedAt, id: row.id, part: number } })),
    )
    if (found.length >= limit) break
  }
  return found
}

/** Found entries whose story has an earlier entry that the query selects. */
export async function copiesAmong(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { ids, ...options }: Pick<SearchOptions, 'now' | 'within'> & { readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const pairs = await earlierOfStories(storage, ids)
  if (pairs.length === 0) return new Set()
  const { kind, db } = storage
  const earlier = [...new Set(pairs.map((pair) => pair.earlier))]
  const { from, conditions } = await selectionOf(storage, userId, ast, {
    ...options,
    candidates: kind === 'sqlite' ? earlier : null,
  })
  const { rows } = await sql<{ id: string }>`select e.id from ${from}
    where e.id in ${idList(kind, earlier)} and ${sql.join(conditions, sql` and `)}`.execute(db)
  const selected = new Set(rows.map(({ id }) => id))
  return new Set(pairs.filter((pair) => selected.has(pair.earlier)).map(({ id }) => id))
}

/** Number of entries that a query selects among those visible to a user. @param most the maximum of the count */
export async function countMatches(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { most, ...options }: Pick<SearchOptions, 'now' | 'candidates' | 'within'> & { readonly most: number },
): Promise<number> {
  const { from, conditions } = await selectionOf(storage, userId, ast, options)
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from
    (select 1 from ${from} where ${sql.join(conditions, sql` and `)} limit ${sql.lit(most)}) as counted`.execute(
    storage.db,
  )
  return Math.min(Number(rows[0]?.count ?? 0), ast.limit ?? most)
}

type Selection = { readonly from: Condition; readonly conditions: readonly Condition[] }

/** The relation and the conditions of what a query selects. */
export async function selectionOf(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  { candidates, within = null, now }: Pick<SearchOptions, 'now' | 'candidates' | 'within'>,
): Promise<Selection> {
  const { kind } = storage
  const all = await querySources(storage, userId, { rareAt: asksRarity(ast) ? now : null })
  const sources = within ? new Map([...all].filter(([feedId]) => within.has(feedId))) : all
  const feedIds = feedsOfQuery(ast, sources)
  const isFew = feedIds !== null && feedIds.length <= FEW_FEEDS
  const of = (ids: readonly string[]): Condition => sql`e."feedId" in ${idList(kind, ids)}`
  const conditions = [
    // Preserved entries are found even after their feed was unfollowed.
    feedIds !== null
      ? of(feedIds)
      : within
        ? of([...sources.keys()])
        : sql`(${of([...sources.keys()])} or ${isPreservedBy(sql`e.id`, sql`${userId}`)})`,
    delivered(userId),
    ...(candidates && kind === 'postgres' ? [sql`e.id in ${idList(kind, candidates)}`] : []),
    queryCondition(kind, userId, ast, { sources, now }),
  ]
  // SQLite's planner would sort all entries.
  const entries =
    candidates && kind === 'sqlite'
      ? sql`${idList(kind, candidates)} as n cross join entries as e on e.id = n.value`
      : kind === 'sqlite' && !isFew
        ? sql`entries as e indexed by "entriesPublished"`
        : sql`entries as e`
  const texts = searchesText(ast) ? joinTexts : sql``
  return { from: sql`${entries} ${texts}`, conditions }
}

async function entriesInTimeOrder(
  storage: Storage,
  userId: string,
  ast: QueryAst,
  options: SearchOptions,
): Promise<TimelineRow[]> {
  const { from, conditions: selecting } = await selectionOf(storage, userId, ast, options)
  const conditions = [...selecting]
  const isOldest = ast.sort === 'old'
  const { after, arrivedSince } = options
  if (arrivedSince !== undefined)
    conditions.push(
      sql`e."insertedAt" >= ${arrivedSince}`,
      sql`e."publishedAt" >= ${arrivedSince - PUBLISHED_BEFORE_MS}`,
    )
  if (after)
    conditions.push(
      isOldest
        ? sql`(e."publishedAt", e.id) > (${after.publishedAt}, ${after.id})`
        : sql`(e."publishedAt", e.id) < (${after.publishedAt}, ${after.id})`,
    )
  const order = isOldest ? sql`e."publishedAt", e.id` : sql`e."publishedAt" desc, e.id desc`
  const selected = sql`(select e.* from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${sql.lit(Math.trunc(options.limit))}) as e`
  const rows = await timelineRows(storage, userId, selected, false)
  return isOldest ? rows.toReversed() : rows
}

/** The relation that {@link queryCondition} needs for a query that searches texts. */
export const joinTexts = sql`left join "entryTexts" as t on t."entryId" = e.id
  left join "readingTimes" as rt on rt."entryId" = e.id`

/** True of entries `e` that a query selects, whether the user may see them or not. */
export const queryCondition = (
  kind: Storage['kind'],
  userId: string,
  ast: QueryAst,
  environment: QueryEnvironment,
): RawBuilder<boolean> => sql<boolean>`${compileQuery(ast, dialectOf(kind, userId), environment)}`

const dialectOf = (kind: Storage['kind'], userId: string): QueryDialect<Condition> => {
  const starred = sql`exists (select 1 from collections as mine
    where mine."userId" = ${userId} and mine."entryId" = e.id)`
  const contains = (text: Condition, part: string): Condition => containsText(kind, text, part)
  const some = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
  return {
    every: (conditions) => sql`(${sql.join(conditions, sql` and `)})`,
    some,
    not: (condition) => sql`(not ${condition})`,
    constant: (value) => (value ? sql`(1 = 1)` : sql`(1 = 0)`),
    text: (field, text) =>
      field === 'any'
        ? some([contains(sql`t.title`, text), contains(sql`t.body`, text)])
        : contains(sql.ref(`t.${field}`), text),
    sources: (feedIds) => sql`(e."feedId" in ${idList(kind, feedIds)})`,
    state: (state) => {
      if (state === 'starred') return sql`(${starred})`
      const mark = sql`exists (select 1 from reads as seen
        where seen."userId" = ${userId} and seen."entryId" = e.id)`
      return state === 'read' ? mark : sql`(not ${mark})`
    },
    media: (media) =>
      some([
        contains(sql`e.media`, mediaMarks[media].media),
        contains(sql`e.attachments`, mediaMarks[media].attachments),
      ]),
    published: (range) =>
      'from' in range ? sql`(e."publishedAt" >= ${range.from})` : sql`(e."publishedAt" < ${range.until})`,
    readingTime: (bound) =>
      'under' in bound
        ? sql`(coalesce(rt.seconds, 0) < ${bound.under})`
        : sql`(coalesce(rt.seconds, 0) > ${bound.over})`,
    language: (language) =>
      sql`(lower(coalesce(e.language, '')) = ${language}
        or lower(coalesce(e.language, '')) like ${`${language}-%`})`,
    label: (key) => hasLabel(userId, key),
    among: (entryIds) => sql`(e.id in ${idList(kind, entryIds)})`,
    annotation: (annotation) => isAnnotated(kind, userId, { has: annotation }),
    note: (text) => isAnnotated(kind, userId, { noteText: text }),
    transcript: (text) => isTranscribed(kind, text),
  }
}
