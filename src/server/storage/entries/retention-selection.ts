/**
 * Which entries the rules of retention delete. Entries are shared: one is deletable when every follower of its feed releases
 * it, and no user preserves it. A follower releases what is beyond the bounds of one rule: of the feed; else of the
 * follower's folder that has the feed; else of all feeds. A follower also releases what is beyond the bounds of an own
 * query. Only admins have rules for folders and queries: for other users, and for a feed without followers, the rules of
 * the feed and of all feeds apply.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { asksRarity, searchesText, type QueryAst } from '../../../contract/query/ast.ts'
import type { SourceFacts } from '../../../contract/query/matches.ts'
import { parseCondition } from '../../../contract/query/parse-condition.ts'
import { ALL_FEEDS, type RetentionRule } from '../../../contract/retention.ts'
import { readInTexts } from './entry-texts.ts'
import type { Storage } from '../open.ts'
import { isPreserved } from './preserved-entries.ts'
import { querySources } from '../timeline/query-sources.ts'
import type { RetentionRules } from './retention-rules.ts'
import type { OwnRetentionRuleRow } from '../schema.ts'
import { joinTexts, queryCondition } from '../timeline/search-entries.ts'

const DAY_MS = 86_400_000
/** Batches of texts that are indexed between two yields. */
const TEXT_BATCHES = 100

/** `deletable`: entries `e` of the feed, as the `from` clause of a statement. */
type DeletableOfFeed = { readonly feedId: string; readonly deletable: RawBuilder<unknown> }

type Bounds = Pick<RetentionRule, 'maxAgeDays' | 'maxEntries'>
/** True of some entries `e`; null: of none. */
type Condition = RawBuilder<boolean> | null
/** The entries `e` that a rule concerns, and the relation that has them. */
type Concerned = { readonly relation: RawBuilder<unknown>; readonly where: RawBuilder<boolean> }

/** A user with rules of their own. */
type OwnRules = {
  readonly userId: string
  /** The user's subscriptions, by feed. */
  readonly sources: ReadonlyMap<string, SourceFacts>
  readonly byFolder: ReadonlyMap<string, Bounds>
  readonly byQuery: readonly {
    readonly ast: QueryAst
    readonly bounds: Bounds
    readonly condition: RawBuilder<boolean>
  }[]
}

/** The feeds that rules concern, with their deletable entries. Never those of inboxes: a mail arrives only once. @param now ms */
export async function deletableByFeed(
  storage: Storage,
  { general, own }: RetentionRules,
  now: number,
): Promise<readonly DeletableOfFeed[]> {
  const users = await usersWithRules(storage, own, now)
  const followers = users.length === 0 ? new Map() : await followersByFeed(storage)
  const relation = await relationOf(storage, users)
  const byScope = new Map(general.map((rule) => [rule.scope, rule]))

  /** Entries that every follower of a feed releases. */
  const releasedOf = (feedId: string): Condition => {
    const ofFeed = byScope.get(feedId)
    const ofAll = byScope.get(ALL_FEEDS)
    const entries = { relation, where: sql<boolean>`e."feedId" = ${feedId}` }
    const followerIds: ReadonlySet<string> = followers.get(feedId) ?? new Set()
    const withRules = users.filter(({ userId }) => followerIds.has(userId))
    const released = withRules.map((user) => releasedBy(user, { feedId, ofFeed, ofAll, entries, now }))
    const others = followerIds.size - withRules.length
    if (others > 0 || followerIds.size === 0) released.push(beyond(entries, ofFeed ?? ofAll, now))
    return allOf(released)
  }

  return (await feedsWithoutInboxes(storage)).flatMap((feedId) => {
    const released = releasedOf(feedId)
    if (released === null) return []
    const deletable = sql`${relation}
      where e."feedId" = ${feedId} and ${released} and not ${isPreserved(sql`e.id`)}`
    return [{ feedId, deletable }]
  })
}

/** Entries of a feed that a user with own rules releases. */
function releasedBy(
  { sources, byFolder, byQuery }: OwnRules,
  {
    feedId,
    ofFeed,
    ofAll,
    entries,
    now,
  }: {
    readonly feedId: string
    readonly ofFeed: Bounds | undefined
    readonly ofAll: Bounds | undefined
    readonly entries: Concerned
    readonly now: number
  },
): Condition {
  const folders = sources.get(feedId)?.folders ?? []
  const ofFolders = folders.map((folder) => byFolder.get(folder) ?? ofAll)
  const rules = ofFeed ? [ofFeed] : ofFolders.length > 0 ? ofFolders : [ofAll]
  // A feed in several folders, by lists, loses entries beyond the bounds of all of them.
  const byRules = allOf(rules.map((rule) => beyond(entries, rule, now)))
  const byQueries = byQuery.map(({ bounds, condition }) =>
    beyond({ ...entries, where: sql<boolean>`(${entries.where} and ${condition})` }, bounds, now),
  )
  return anyOf([byRules, ...byQueries])
}

/** The entries of some that are too old for a rule, or not among the newest of these. @param bounds undefined: no rule */
function beyond({ relation, where }: Concerned, bounds: Bounds | undefined, now: number): Condition {
  const { maxAgeDays = null, maxEntries = null } = bounds ?? {}
  const oldest = now - (maxAgeDays ?? 0) * DAY_MS
  const isTooOld = sql<boolean>`(e."publishedAt" < ${oldest} and e."insertedAt" < ${oldest})`
  const isNotNewest = sql<boolean>`e.id not in (select e.id from ${relation} where ${where}
    order by e."publishedAt" desc, e.id desc limit ${maxEntries})`
  const isBeyond = anyOf([maxAgeDays === null ? null : isTooOld, maxEntries === null ? null : isNotNewest])
  return isBeyond && sql<boolean>`(${where} and ${isBeyond})`
}

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.includes(null) ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`

function anyOf(conditions: readonly Condition[]): Condition {
  const some = conditions.filter((condition) => condition !== null)
  return some.length === 0 ? null : sql<boolean>`(${sql.join(some, sql` or `)})`
}

/** The entries, with their texts if a query searches these; texts of new entries are indexed before. */
async function relationOf(storage: Storage, users: readonly OwnRules[]): Promise<RawBuilder<unknown>> {
  const searches = users.some(({ byQuery }) => byQuery.some(({ ast }) => searchesText(ast)))
  if (!searches) return sql`entries as e`
  while (!(await readInTexts(storage, TEXT_BATCHES))) await breathe()
  return sql`entries as e ${joinTexts}`
}

async function usersWithRules(
  storage: Storage,
  rules: readonly OwnRetentionRuleRow[],
  now: number,
): Promise<readonly OwnRules[]> {
  const users: OwnRules[] = []
  for (const [userId, own] of Map.groupBy(rules, (rule) => rule.userId)) {
    const ofFolders = own.filter(({ kind }) => kind === 'folder')
    const queries = own.flatMap((bounds) => {
      const ast = bounds.kind === 'query' ? parseCondition(bounds.name) : null
      // A query that is no longer valid in this version selects nothing.
      return ast === null || typeof ast === 'string' ? [] : [{ bounds, ast }]
    })
    const rareAt = queries.some(({ ast }) => asksRarity(ast)) ? now : null
    const sources = await querySources(storage, userId, { rareAt })
    users.push({
      userId,
      sources,
      byFolder: new Map(ofFolders.map((rule) => [rule.name, rule])),
      byQuery: queries.map(({ bounds, ast }) => ({
        bounds,
        ast,
        condition: queryCondition(storage.kind, userId, ast, { sources, now }),
      })),
    })
  }
  return users
}

async function feedsWithoutInboxes({ db }: Storage): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('inboxUserId', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the users who follow a feed, directly or by a list. */
async function followersByFeed({ db }: Storage): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['feedId', 'userId'])
    .union(
      db
        .selectFrom('listSubscriptions as s')
        .innerJoin('listFeeds as f', 'f.listId', 's.listId')
        .select(['f.feedId', 's.userId']),
    )
    .execute()
  const byFeed = Map.groupBy(rows, ({ feedId }) => feedId)
  return new Map([...byFeed].map(([feedId, found]) => [feedId, new Set(found.map(({ userId }) => userId))]))
}
