/** Stored entries as input of a user's rules, and runs of rules over them. */
import { sql } from 'kysely'
import type { Attachment, Media } from '../../../contract/shapes.ts'
import { labelsOfEntries, removeLabel } from '../entries/entry-labels.ts'
import { annotationsOfEntries } from '../entries/highlights.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { ActionRunRow, RuleActRow } from '../schema.ts'

/** A stored entry with the fields that rules may read. `media` and `attachments` are as stored. */
export type StoredEntry = {
  readonly id: string
  readonly feedId: string
  readonly title: string | null
  readonly description: string | null
  readonly content: string | null
  readonly url: string | null
  readonly author: string | null
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
  readonly view: number
  readonly category: string | null
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
  readonly read: boolean
  readonly collected: boolean
  /** Names of the user's labels on it. */
  readonly labels: readonly string[]
  readonly highlighted: boolean
  /** The user's notes on it and its highlights. */
  readonly notes: readonly string[]
  readonly language: string | null
  readonly publishedAt: number
  /** Read one by one, neither by mark-all nor by a rule. */
  readonly opened: boolean
}
type EntryQuery = {
  readonly userId: string
  /** Entries after this id, in the order of ids. */
  readonly after?: string
  readonly feedId?: string
  /** Published at this time or later, ms since 1970. */
  readonly since?: number
  readonly ids?: readonly string[]
  readonly withContent: boolean
  readonly limit: number
}
type Raw = Omit<
  StoredEntry,
  'media' | 'attachments' | 'read' | 'collected' | 'opened' | 'labels' | 'highlighted' | 'notes'
> & {
  readonly media: string | null
  readonly attachments: string | null
  readonly read: number
  readonly collected: number
  readonly opened: number
}

/** Entries of the feeds, lists and inboxes that the user follows, in the order of their ids. */
export async function storedEntries(storage: Storage, query: EntryQuery): Promise<StoredEntry[]> {
  const { db } = storage
  const { userId, after = '', feedId, since, ids, withContent, limit } = query
  const content = withContent ? sql`c.content` : sql`cast(null as text)`
  const { rows } = await sql<Raw>`
    select e.id, e."feedId", e.title, e.description, e.url, e.author, e.media, e.attachments, e.language,
      e."publishedAt", ${content} as content,
      coalesce(s.view, (select min(l.view) from "listSubscriptions" l join "listFeeds" lf on lf."listId" = l."listId"
        where l."userId" = ${userId} and lf."feedId" = e."feedId"), 0) as view,
      s.category, coalesce(s.title, f.title) as "feedTitle", f."siteUrl", f.url as "feedUrl",
      case when r."entryId" is null then 0 else 1 end as read, case when k."entryId" is null then 0 else 1 end as collected,
      case when r."entryId" is null or r.batch is not null or exists (select 1 from "ruleActs" a
        where a."userId" = ${userId} and a."entryId" = e.id and a.marked = 1) then 0 else 1 end as opened
    from entries e join feeds f on f.id = e."feedId"
      left join subscriptions s on s."feedId" = e."feedId" and s."userId" = ${userId}
      left join reads r on r."entryId" = e.id and r."userId" = ${userId}
      left join collections k on k."entryId" = e.id and k."userId" = ${userId}
      ${withContent ? sql`left join "entryContents" c on c."entryId" = e.id` : sql``}
    where e.id > ${after} ${feedId === undefined ? sql`` : sql`and e."feedId" = ${feedId}`}
      ${since === undefined ? sql`` : sql`and e."publishedAt" >= ${since}`}
      ${ids === undefined ? sql`` : sql`and e.id in (${sql.join(ids.length > 0 ? ids : [''])})`}
      and (s.id is not null or k."entryId" is not null or f."inboxUserId" = ${userId}
        or exists (select 1 from "listSubscriptions" l join "listFeeds" lf on lf."listId" = l."listId"
          where l."userId" = ${userId} and lf."feedId" = e."feedId"))
    order by e.id limit ${limit}`.execute(db)
  const found = rows.map(({ id }) => id)
  const labels = await labelsOfEntries(storage, userId, found)
  const annotations = await annotationsOfEntries(storage, userId, found)
  return rows.map(({ media, attachments, read, collected, opened, ...row }) => ({
    ...row,
    labels: labels.get(row.id) ?? [],
    highlighted: annotations.get(row.id)?.highlighted ?? false,
    notes: annotations.get(row.id)?.notes ?? [],
    view: Number(row.view),
    publishedAt: Number(row.publishedAt),
    media: media === null ? [] : (JSON.parse(media) as Media[]),
    attachments: attachments === null ? [] : (JSON.parse(attachments) as Attachment[]),
    read: Number(read) === 1,
    collected: Number(collected) === 1,
    opened: Number(opened) === 1,
  }))
}

/** Which of some rules acted on which of some entries: ids of rules by the id of the entry. */
export async function appliedRules(
  { db, kind }: Storage,
  userId: string,
  entryIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('ruleActs')
    .select(['entryId', 'rule'])
    .where('userId', '=', userId)
    .where('entryId', 'in', idList(kind, entryIds))
    .execute()
  const applied = new Map<string, Set<string>>()
  for (const { entryId, rule } of rows) applied.set(entryId, (applied.get(entryId) ?? new Set()).add(rule))
  return applied
}

export async function insertRun({ db }: Storage, row: ActionRunRow): Promise<void> {
  await db.insertInto('actionRuns').values(row).execute()
}

export function runById({ db }: Storage, id: string): Promise<ActionRunRow | undefined> {
  return db.selectFrom('actionRuns').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Advances a run. @returns false when it is not running any more */
export async function moveRun(
  { db }: Storage,
  id: string,
  { reached, examined, touched, state }: Pick<ActionRunRow, 'reached' | 'examined' | 'touched' | 'state'>,
): Promise<boolean> {
  const moved = await db
    .updateTable('actionRuns')
    .set((row) => ({
      reached,
      state,
      examined: row('examined', '+', examined),
      touched: row('touched', '+', touched),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Marks a run for undo, which also stops it. @returns false when the user has no such run */
export async function markUndone({ db }: Storage, userId: string, id: string): Promise<boolean> {
  const row = db.updateTable('actionRuns').set({ state: 'undone' }).where('id', '=', id)
  return (await row.where('userId', '=', userId).executeTakeFirst()).numUpdatedRows > 0n
}

/** A user's last runs, newest first. */
export function runsOf({ db }: Storage, userId: string, limit: number): Promise<ActionRunRow[]> {
  const rows = db.selectFrom('actionRuns').selectAll().where('userId', '=', userId)
  return rows.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Some rule applications of a run. */
export function actsOfRun(
  { db }: Storage,
  userId: string,
  run: string,
  limit: number,
): Promise<RuleActRow[]> {
  const rows = db.selectFrom('ruleActs').selectAll().where('userId', '=', userId)
  return rows.where('run', '=', run).orderBy('entryId').limit(limit).execute()
}

/** Undoes a rule application, with the star, the read mark and the labels that it set and that have not changed since. */
export async function undoApplication(storage: Storage, act: RuleActRow): Promise<void> {
  const { db } = storage
  const { userId, entryId, rule, at } = act
  if (act.starred === 1)
    await db
      .deleteFrom('collections')
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .where('createdAt', '=', at)
      .execute()
  if (act.marked === 1)
    await db
      .deleteFrom('reads')
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .where('readAt', '=', at)
      .execute()
  for (const name of act.labels === null ? [] : (JSON.parse(act.labels) as string[]))
    await removeLabel(storage, userId, { name, entryIds: [entryId], putOnAt: at })
  await db
    .deleteFrom('ruleActs')
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .where('rule', '=', rule)
    .execute()
}

/** The entries that one mark-all marked. */
export async function entriesOfBatch({ db }: Storage, userId: string, batch: string): Promise<string[]> {
  const rows = db.selectFrom('reads').select('entryId').where('userId', '=', userId)
  return (await rows.where('batch', '=', batch).execute()).map(({ entryId }) => entryId)
}
