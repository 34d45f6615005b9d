/** Users' rules, what they did to entries, and their webhook deliveries. */
import { sql, type RawBuilder } from 'kysely'
import type { ActionResult } from '../../../contract/shapes.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import type { EntryState } from '../entries/entry-columns.ts'
import { batches, idList } from '../engine/id-list.ts'
import { selectFeeds } from '../feeds/feed-schedule.ts'
import type { Storage } from '../open.ts'
import { isDisabledUser } from '../accounts/users.ts'
import type { ActionsRow, EntryRow, FeedRow, Flag, RuleActRow, WebhookDeliveryRow } from '../schema.ts'

/** A user's rules, or undefined when none were ever saved. */
export function actionsOf({ db }: Storage, userId: string): Promise<ActionsRow | undefined> {
  return db.selectFrom('actions').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** Replaces all of a user's rules; the signing secret stays. */
export async function putActions({ db }: Storage, row: ActionsRow): Promise<void> {
  const { rules, watchesStatus, updatedAt } = row
  await db
    .insertInto('actions')
    .values(row)
    .onConflict((on) => on.column('userId').doUpdateSet({ rules, watchesStatus, updatedAt }))
    .execute()
}

/** @param secret sealed (stored-secrets.ts) */
export async function putSecret({ db }: Storage, userId: string, secret: string): Promise<void> {
  await db.updateTable('actions').set({ secret }).where('userId', '=', userId).execute()
}

/** The secret that signs a user's webhooks, as stored: sealed. */
export async function secretOf(storage: Storage, userId: string): Promise<string | null> {
  return (await actionsOf(storage, userId))?.secret ?? null
}

/** A user who receives the entries of a feed and has rules, with their relation to the feed. */
export type ReaderWithRules = {
  readonly userId: string
  readonly rules: string
  readonly view: number
  readonly category: string | null
  readonly title: string | null
}

/** All users with rules, but for disabled ones, who receive the entries of a feed: by a subscription, a list, or as the owner of the inbox. */
export async function readersWithRules({ db }: Storage, feedId: string): Promise<ReaderWithRules[]> {
  const { rows } = await sql<ReaderWithRules & { way: number }>`
    select a."userId", a.rules, n.view, n.category, n.title, n.way from (
      select s."userId", s.view, s.category, s.title, 0 as way from subscriptions s where s."feedId" = ${feedId}
      union all select l."userId", l.view, l.category, null as title, 1 as way from "listSubscriptions" l
        join "listFeeds" f on f."listId" = l."listId" where f."feedId" = ${feedId}
      union all select i."userId", 0 as view, null as category, i.title, 2 as way from inboxes i where i."feedId" = ${feedId}
    ) n join actions a on a."userId" = n."userId" where a.rules <> '[]'
      and not ${isDisabledUser(sql`a."userId"`)} order by n.way`.execute(db)
  const first = new Map<string, ReaderWithRules>()
  for (const row of rows) if (!first.has(row.userId)) first.set(row.userId, row)
  return [...first.values()]
}

/** The guids among these of which the feed has entries. */
export async function knownGuids(
  { db, kind }: Storage,
  feedId: string,
  guids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entries')
    .select('guid')
    .where('feedId', '=', feedId)
    .where('guid', 'in', idList(kind, guids))
    .execute()
  return new Set(rows.map(({ guid }) => guid))
}

/** The ids of entries of a feed that arrived at a given time, by guid: an entry of which only the guid changed is not new. */
export async function idsByGuid(
  { db, kind }: Storage,
  feedId: string,
  guids: readonly string[],
  insertedAt: number,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'guid'])
    .where('feedId', '=', feedId)
    .where('guid', 'in', idList(kind, guids))
    .where('insertedAt', '=', insertedAt)
    .execute()
  return new Map(rows.map(({ id, guid }) => [guid, id]))
}

/** Records that rules acted. @returns the rules that had not acted on the entry before */
export async function insertApplications({ db }: Storage, rows: readonly RuleActRow[]): Promise<Set<string>> {
  const fresh = new Set<string>()
  for (const part of batches(rows, 100)) {
    const written = await db
      .insertInto('ruleActs')
      .values(part)
      .onConflict((on) => on.columns(['userId', 'entryId', 'rule']).doNothing())
      .returning('rule')
      .execute()
    for (const { rule } of written) fresh.add(rule)
  }
  return fresh
}

/** The results of all rules for an entry, in the order of the rules, without the addresses of webhooks: they are sent once. */
export async function resultsOf({ db }: Storage, userId: string, entryId: string): Promise<ActionResult[]> {
  const rows = await db
    .selectFrom('ruleActs')
    .select('result')
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .orderBy('position')
    .orderBy('at')
    .execute()
  return rows.map(({ result }) => {
    const { webhooks: _secret, ...others } = JSON.parse(result) as ActionResult
    return others
  })
}

type EntryResult = { userId: string; entryId: string; result: string; blocked: Flag }

export async function putResult({ db }: Storage, row: EntryResult): Promise<void> {
  const { result, blocked } = row
  await db
    .insertInto('entryActions')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'entryId']).doUpdateSet({ result, blocked }))
    .execute()
}

export async function removeResult({ db }: Storage, userId: string, entryId: string): Promise<void> {
  const row = db.deleteFrom('entryActions').where('userId', '=', userId)
  await row.where('entryId', '=', entryId).execute()
}

/** The result of a user's rules for an entry that was read with its state. */
export const resultOf = ({ actions }: Pick<EntryState, 'actions'>): ActionResult | null =>
  actions === null ? null : (JSON.parse(actions) as ActionResult)

/** The results of rules for some entries and one user, by entry id. */
export async function resultsOfEntries(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<Map<string, ActionResult>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('entryActions')
    .select(['entryId', 'result'])
    .where('userId', '=', userId)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()
  return new Map(rows.map(({ entryId, result }) => [entryId, JSON.parse(result) as ActionResult]))
}

/** An entry that a rule hides. */
export type HiddenEntry = {
  readonly id: string
  readonly title: string | null
  readonly url: string | null
  readonly feedId: string
  readonly feedTitle: string | null
  readonly publishedAt: number
  /** The names of the rules that hide it, in their order. */
  readonly rules: readonly string[]
}

/** The entries that a user's rules hide and no star shows, newest first. */
export async function hiddenEntries(
  { db, kind }: Storage,
  userId: string,
  limit: number,
): Promise<HiddenEntry[]> {
  const entries = await db
    .selectFrom('entryActions as h')
    .innerJoin('entries as e', 'e.id', 'h.entryId')
    .innerJoin('feeds as f', 'f.id', 'e.feedId')
    .leftJoin('subscriptions as s', (on) => on.onRef('s.feedId', '=', 'e.feedId').on('s.userId', '=', userId))
    .leftJoin('collections as k', (on) => on.onRef('k.entryId', '=', 'e.id').on('k.userId', '=', userId))
    .select(['e.id', 'e.title', 'e.url', 'e.feedId', 'e.publishedAt'])
    .select((on) => on.fn.coalesce('s.title', 'f.title').as('feedTitle'))
    .where('h.userId', '=', userId)
    .where('h.blocked', '=', 1)
    .where('k.entryId', 'is', null)
    .orderBy('e.publishedAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const acts = await db
    .selectFrom('ruleActs')
    .select(['entryId', 'name', 'result'])
    .where('userId', '=', userId)
    .where('entryId', 'in', idList(kind, ids))
    .orderBy('position')
    .execute()
  const hides = ({ result }: { result: string }) => (JSON.parse(result) as ActionResult).block === true
  return entries.map((entry) => ({
    ...entry,
    publishedAt: Number(entry.publishedAt),
    rules: acts.filter((act) => act.entryId === entry.id && hides(act)).map(({ name }) => name),
  }))
}

/** True of entries that no rule of the user hides. @param entryId that of entries `e` by default */
export const delivered = (userId: string, entryId: RawBuilder<unknown> = sql`e.id`): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from "entryActions" as held
    where held."userId" = ${userId} and held."entryId" = ${entryId} and held.blocked = 1)`

/** @returns false when the star existed */
export async function insertStar(
  { db }: Storage,
  star: { userId: string; entryId: string; view: number; createdAt: number },
): Promise<boolean> {
  const written = await db
    .insertInto('collections')
    .values(star)
    .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return written !== undefined
}

/** @returns false when the entry was read */
export async function insertMark(
  { db }: Storage,
  mark: { userId: string; entryId: string; readAt: number },
): Promise<boolean> {
  const written = await db
    .insertInto('reads')
    .values({ ...mark, batch: null })
    .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return written !== undefined
}

type ActKey = Pick<RuleActRow, 'userId' | 'entryId' | 'rule'>

/** Records what a rule application changed, for undo. */
export async function recordChanges(
  { db }: Storage,
  { userId, entryId, rule }: ActKey,
  changes: Partial<Pick<RuleActRow, 'starred' | 'marked' | 'labels'>>,
): Promise<void> {
  await db
    .updateTable('ruleActs')
    .set(changes)
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .where('rule', '=', rule)
    .execute()
}

/** The rule applications of an entry, or the latest ones; newest first, of one entry in the order of the rules. */
export function applicationsOfUser(
  { db }: Storage,
  userId: string,
  entryId: string | undefined,
  limit: number,
): Promise<RuleActRow[]> {
  let query = db.selectFrom('ruleActs').selectAll().where('userId', '=', userId)
  if (entryId !== undefined) query = query.where('entryId', '=', entryId)
  return query.orderBy('at', 'desc').orderBy('entryId', 'desc').orderBy('position').limit(limit).execute()
}

/** An entry with all fields of a webhook delivery. */
export type EntryForSending = {
  readonly entry: EntryRow
  readonly feed: FeedRow
  readonly content: SafeHtml | null
  readonly result: ActionResult | null
  readonly view: number
}

export async function entryForSending(
  storage: Storage,
  userId: string,
  entryId: string,
): Promise<EntryForSending | null> {
  const { db } = storage
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirst()
  if (!entry) return null
  const feed = await selectFeeds(db).where('id', '=', entry.feedId).executeTakeFirst()
  if (!feed) return null
  const content = await db
    .selectFrom('entryContents')
    .select('content')
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  const subscription = await db
    .selectFrom('subscriptions')
    .select('view')
    .where('userId', '=', userId)
    .where('feedId', '=', feed.id)
    .executeTakeFirst()
  const result = (await resultsOfEntries(storage, userId, [entryId])).get(entryId) ?? null
  return { entry, feed, content: content?.content ?? null, result, view: subscription?.view ?? 0 }
}

export async function insertDelivery(
  { db }: Storage,
  {
    now,
    ...row
  }: Pick<WebhookDeliveryRow, 'id' | 'userId' | 'entryId' | 'url' | 'plugin' | 'action' | 'operand'> & {
    now: number
  },
): Promise<void> {
  const state = { state: 'waiting', attempts: 0, status: null, message: null, words: null } as const
  await db
    .insertInto('webhookDeliveries')
    .values({ ...row, ...state, createdAt: now, updatedAt: now })
    .execute()
}

export function deliveryById({ db }: Storage, id: string): Promise<WebhookDeliveryRow | undefined> {
  return db.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function recordDelivery(
  { db }: Storage,
  id: string,
  set: Partial<WebhookDeliveryRow>,
): Promise<void> {
  await db.updateTable('webhookDeliveries').set(set).where('id', '=', id).execute()
}

/** A user's last deliveries, newest first. */
export function deliveriesOf({ db }: Storage, userId: string, limit: number): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The last delivery by each plugin of a user that has been tried: a save by `PLUGIN`, an action by `PLUGIN:ACTION`. */
export async function lastDeliveriesByPlugin(
  { db }: Storage,
  userId: string,
): Promise<ReadonlyMap<string, WebhookDeliveryRow>> {
  const last = db
    .selectFrom('webhookDeliveries')
    .select((on) => ['plugin', 'action', on.fn.max('updatedAt').as('updatedAt')])
    .where('userId', '=', userId)
    .where('plugin', 'is not', null)
    .where('attempts', '>', 0)
    .groupBy(['plugin', 'action'])
    .as('last')
  const rows = await db
    .selectFrom('webhookDeliveries as d')
    .innerJoin(last, (on) =>
      on
        .onRef('d.plugin', '=', 'last.plugin')
        .on(sql<boolean>`coalesce(d.action, '') = coalesce(last.action, '')`)
        .onRef('d.updatedAt', '=', 'last.updatedAt'),
    )
    .selectAll('d')
    .where('d.userId', '=', userId)
    .where('d.attempts', '>', 0)
    .orderBy('d.id')
    .execute()
  return new Map(rows.map((row) => [[row.plugin, row.action].filter(Boolean).join(':'), row]))
}

/** Deletes old deliveries. @param before ms since 1970 */
export async function pruneDeliveries({ db }: Storage, before: number): Promise<void> {
  const old = db.deleteFrom('webhookDeliveries').where('updatedAt', '<', before)
  await old.where('state', '<>', 'waiting').execute()
}
