/** Adds entries and marks of an account file. Nothing that is there is changed. */
import { sql, type Kysely } from 'kysely'
import { insertEntries, type NewEntry } from '../../feeds/store/insert-entries.ts'
import { batches, idList } from '../engine/id-list.ts'
import type { Kind, Storage } from '../open.ts'
import type { AwaitedEntryRow, Schema } from '../schema.ts'

type Db = Kysely<Schema>
export type FeedAndGuid = { readonly feedId: string; readonly guid: string }
export const entryKey = ({ feedId, guid }: FeedAndGuid): string => JSON.stringify([feedId, guid])

/** The ids of existing entries, by {@link entryKey}. */
export async function entryIdsByGuid(
  { db, kind }: Pick<Storage, 'db' | 'kind'>,
  wanted: readonly FeedAndGuid[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'feedId', 'guid'])
    .where('feedId', 'in', idList(kind, [...new Set(wanted.map(({ feedId }) => feedId))]))
    .where('guid', 'in', idList(kind, [...new Set(wanted.map(({ guid }) => guid))]))
    .execute()
  return new Map(rows.map((row) => [entryKey(row), row.id]))
}

/** What a user awaits of a feed. */
export async function awaitedOf(
  { db, kind }: Storage,
  userId: string,
  guids: readonly string[],
): Promise<AwaitedEntryRow[]> {
  return db
    .selectFrom('awaitedEntries')
    .selectAll()
    .where('userId', '=', userId)
    .where('guid', 'in', idList(kind, guids))
    .execute()
}

type Awaited = Omit<AwaitedEntryRow, 'userId'>
/** Marks of existing entries. */
export type MarksToAdd = {
  readonly reads: readonly { entryId: string; feedId: string; readAt: number }[]
  readonly stars: readonly { entryId: string; view: number; createdAt: number }[]
  readonly labels: readonly { entryId: string; labelId: string; createdAt: number }[]
  readonly saves: readonly { entryId: string; plugin: string; url: string | null; at: number }[]
}

/** Stores new entries, what is awaited, and marks, all in one transaction. */
export async function addImported(
  { db, kind }: Storage,
  userId: string,
  {
    entries,
    awaited,
    marks,
  }: {
    readonly entries: readonly NewEntry[]
    readonly awaited: readonly Awaited[]
    readonly marks: MarksToAdd
  },
): Promise<{
  readonly entries: number
  readonly awaited: number
  readonly reads: number
  readonly stars: number
}> {
  return db.transaction().execute(async (trx) => {
    const added = await insertEntries({ db: trx, kind }, entries)
    let waiting = 0
    for (const part of batches(awaited, 100)) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('awaitedEntries')
        .values(part.map((row) => ({ ...row, userId })))
        // Marks may have waited before there was a copy.
        .onConflict((on) =>
          on
            .columns(['feedUrl', 'guid', 'userId'])
            .doUpdateSet((of) => ({ entryId: of.ref('excluded.entryId') }))
            .where('awaitedEntries.entryId', 'is', null)
            .where('excluded.entryId', 'is not', null),
        )
        .executeTakeFirstOrThrow()
      waiting += Number(numInsertedOrUpdatedRows ?? 0)
    }
    const { reads, stars } = await addMarks(trx, userId, marks)
    return { entries: added, awaited: waiting, reads, stars }
  })
}

async function addMarks(
  db: Db,
  userId: string,
  { reads, stars, labels, saves }: MarksToAdd,
): Promise<{ reads: number; stars: number }> {
  let [newReads, newStars] = [0, 0]
  for (const part of batches(reads, 100)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('reads')
      .values(part.map((row) => ({ ...row, userId, batch: null })))
      .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
      .executeTakeFirstOrThrow()
    newReads += Number(numInsertedOrUpdatedRows ?? 0)
  }
  for (const part of batches(stars, 100)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('collections')
      .values(part.map((row) => ({ ...row, userId })))
      .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
      .executeTakeFirstOrThrow()
    newStars += Number(numInsertedOrUpdatedRows ?? 0)
  }
  for (const part of batches(labels, 100))
    await db
      .insertInto('entryLabels')
      .values(part.map((row) => ({ ...row, userId })))
      .onConflict((on) => on.columns(['labelId', 'entryId']).doNothing())
      .execute()
  for (const part of batches(saves, 100))
    await db
      .insertInto('saves')
      .values(part.map((row) => ({ ...row, userId })))
      .onConflict((on) => on.columns(['userId', 'entryId', 'plugin']).doNothing())
      .execute()
  return { reads: newReads, stars: newStars }
}

type Arrived = Pick<AwaitedEntryRow, 'userId' | 'feedUrl' | 'guid' | 'readAt' | 'seconds' | 'positionAt'> & {
  readonly copyId: string | null
  readonly id: string
}

/**
 * Gives entries that have arrived in a feed the marks that wait for them, in place of their copies. Must run inside the
 * transaction that stores them. A user who may not see the feed gets nothing.
 */
export async function adoptAwaited(
  db: Db,
  kind: Kind,
  feedId: string,
  guids: readonly string[],
): Promise<void> {
  const { rows } = await sql<Arrived>`
    select a."userId", a."feedUrl", a.guid, a."readAt", a.seconds, a."positionAt", a."entryId" as "copyId", e.id
    from feeds as f join "awaitedEntries" as a on a."feedUrl" = f.url
      join entries as e on e."feedId" = f.id and e.guid = a.guid
    where f.id = ${feedId} and a.guid in ${idList(kind, guids)} and f."inboxUserId" is null
      and not exists (select 1 from "feedRequests" as q where q."feedId" = f.id and q."userId" <> a."userId")
      and (exists (select 1 from subscriptions as s where s."userId" = a."userId" and s."feedId" = f.id)
        or not exists (select 1 from "privateFeeds" as p where p."feedId" = f.id))`.execute(db)
  for (const row of rows) await adopt(db, feedId, row)
}

async function adopt(db: Db, feedId: string, { userId, id, copyId, ...row }: Arrived): Promise<void> {
  if (copyId !== null) await moveMarks(db, userId, { from: copyId, to: id })
  const isRead = copyId === null ? row.readAt : await readAtOf(db, userId, copyId)
  if (isRead !== null)
    await db
      .insertInto('reads')
      .values({ userId, entryId: id, readAt: Number(isRead), batch: null, feedId })
      .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
      .execute()
  if (row.seconds !== null && row.positionAt !== null)
    await db
      .insertInto('positions')
      .values({ userId, entryId: id, seconds: row.seconds, at: Number(row.positionAt) })
      .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
      .execute()
  await db
    .deleteFrom('awaitedEntries')
    .where('userId', '=', userId)
    .where('feedUrl', '=', row.feedUrl)
    .where('guid', '=', row.guid)
    .execute()
  if (copyId !== null) await db.deleteFrom('entries').where('id', '=', copyId).execute()
}

const readAtOf = async (db: Db, userId: string, entryId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('reads')
      .select('readAt')
      .where('userId', '=', userId)
      .where('entryId', '=', entryId)
      .executeTakeFirst()
  )?.readAt ?? null

/** Of one user. An entry that has just arrived may have marks of rules: those stay. */
async function moveMarks(db: Db, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of ['collections', 'saves', 'positions', 'entryLabels'] as const) {
    const key = { collections: null, positions: null, saves: 'plugin', entryLabels: 'labelId' }[table]
    const same = key === null ? sql`` : sql`and t.${sql.ref(key)} = ${sql.ref(`${table}.${key}`)}`
    await sql`update ${sql.table(table)} set "entryId" = ${to} where "userId" = ${userId} and "entryId" = ${from}
      and not exists (select 1 from ${sql.table(table)} as t where t."userId" = ${userId} and t."entryId" = ${to} ${same})`.execute(
      db,
    )
  }
  await db
    .updateTable('highlights')
    .set({ entryId: to })
    .where('userId', '=', userId)
    .where('entryId', '=', from)
    .execute()
}

type Profile = {
  readonly bio: string | null
  readonly website: string | null
  readonly socialLinks: Readonly<Record<string, string>> | null
  /** The address of the picture. */
  readonly image: string
}

/** Fills the fields of a profile that are empty. */
export async function completeProfile(
  { db }: Storage,
  userId: string,
  { socialLinks, ...profile }: Partial<Profile>,
): Promise<void> {
  const values = { ...profile, socialLinks: socialLinks && JSON.stringify(socialLinks) }
  for (const name of ['bio', 'website', 'socialLinks', 'image'] as const) {
    const empty = sql<boolean>`(${sql.ref(name)} is null or ${sql.ref(name)} in ('', '{}'))`
    if (values[name])
      await db
        .updateTable('user')
        .set({ [name]: values[name] })
        .where('id', '=', userId)
        .where(empty)
        .execute()
  }
}

/** The settings of a plugin; its secrets are unchanged. */
export async function putPluginPayload(
  { db }: Storage,
  userId: string,
  plugin: string,
  payload: string,
): Promise<void> {
  await db
    .insertInto('pluginSettings')
    .values({ userId, plugin, payload, secrets: '{}' })
    .onConflict((on) => on.columns(['userId', 'plugin']).doUpdateSet({ payload }))
    .execute()
}
