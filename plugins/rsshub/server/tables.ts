/** Instances, their users, and payments. */
import { sql, type Kysely } from 'kysely'
import type { CoreTables } from '../../../src/plugin-api/server.ts'

/** A shared instance. `price` is in whole POWER a month. */
export type InstanceRow = {
  id: string
  ownerUserId: string
  baseUrl: string
  accessKey: string | null
  description: string | null
  price: number
  userLimit: number | null
  errorMessage: string | null
  errorAt: number | null
  checkedAt: number
  createdAt: number
}
/** `user` is the server's. */
export type Tables = {
  rsshubInstances: InstanceRow
  rsshubUses: { userId: string; id: string; instanceId: string; at: number }
  rsshubPurchases: { userId: string; instanceId: string; hash: string | null; expiresAt: number }
  rsshubAnswers: { url: string; body: string; at: number }
} & Pick<CoreTables, 'user'>
export type Db = Kysely<Tables>

export function instanceById(db: Db, id: string): Promise<InstanceRow | undefined> {
  return db.selectFrom('rsshubInstances').selectAll().where('id', '=', id).executeTakeFirst()
}

export function instanceByUrl(db: Db, baseUrl: string): Promise<InstanceRow | undefined> {
  return db.selectFrom('rsshubInstances').selectAll().where('baseUrl', '=', baseUrl).executeTakeFirst()
}

export async function putInstance(db: Db, row: InstanceRow): Promise<void> {
  const { id: _same, ownerUserId: _owner, createdAt: _once, ...set } = row
  await db
    .insertInto('rsshubInstances')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(set))
    .execute()
}

export async function recordHealth(db: Db, id: string, set: Partial<InstanceRow>): Promise<void> {
  await db.updateTable('rsshubInstances').set(set).where('id', '=', id).execute()
}

/** Instances that have not been checked since a given time, ms. */
export function instancesBefore(db: Db, before: number): Promise<InstanceRow[]> {
  const rows = db.selectFrom('rsshubInstances').selectAll().where('checkedAt', '<=', before)
  return rows.orderBy('checkedAt').limit(100).execute()
}

/** Locks an instance until the end of the transaction. */
export async function lockInstance(db: Db, id: string): Promise<void> {
  await db
    .updateTable('rsshubInstances')
    .set((row) => ({ createdAt: row.ref('createdAt') }))
    .where('id', '=', id)
    .execute()
}

/** How many users an instance has, excluding one. */
export async function countUsers(db: Db, instanceId: string, but: string): Promise<number> {
  const rows = db.selectFrom('rsshubUses').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await rows
    .where('instanceId', '=', instanceId)
    .where('userId', '<>', but)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteInstance(db: Db, id: string): Promise<void> {
  await db.deleteFrom('rsshubInstances').where('id', '=', id).execute()
}

type Use = Tables['rsshubUses']

export async function putUse(db: Db, row: Use): Promise<void> {
  const { id, instanceId, at } = row
  await db
    .insertInto('rsshubUses')
    .values(row)
    .onConflict((on) => on.column('userId').doUpdateSet({ id, instanceId, at }))
    .execute()
}

export async function removeUse(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('rsshubUses').where('userId', '=', userId).execute()
}

export function useOf(db: Db, userId: string): Promise<Use | undefined> {
  return db.selectFrom('rsshubUses').selectAll().where('userId', '=', userId).executeTakeFirst()
}

type Purchase = Tables['rsshubPurchases']

export async function putPurchase(db: Db, row: Purchase): Promise<void> {
  const { hash, expiresAt } = row
  await db
    .insertInto('rsshubPurchases')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'instanceId']).doUpdateSet({ hash, expiresAt }))
    .execute()
}

export function purchaseOf(db: Db, userId: string, instanceId: string): Promise<Purchase | undefined> {
  const rows = db.selectFrom('rsshubPurchases').selectAll().where('userId', '=', userId)
  return rows.where('instanceId', '=', instanceId).executeTakeFirst()
}

export type ListedInstance = InstanceRow & {
  readonly userCount: number
  readonly ownerName: string | null
  readonly ownerImage: string | null
  readonly ownerHandle: string | null
}

/** All instances with their owners and users, the most used first. */
export async function listInstances(db: Db): Promise<ListedInstance[]> {
  const { rows } = await sql<ListedInstance>`
    select i.*, u.name as "ownerName", u.image as "ownerImage", u.handle as "ownerHandle",
      (select count(*) from "rsshubUses" n where n."instanceId" = i.id) as "userCount"
    from "rsshubInstances" i join "user" u on u.id = i."ownerUserId" order by "userCount" desc, i."createdAt", i.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, userCount: Number(row.userCount) }))
}

export type ChosenInstance = {
  readonly baseUrl: string | null
  readonly accessKey: string | null
  readonly count: number
}

/**
 * The instances chosen by the followers of an address, and one more user: the most chosen first, null for users
 * who have chosen none, or one that is failing or no longer paid.
 */
export async function chosenInstances(
  db: Db,
  address: string,
  userId: string | null,
  now: number,
): Promise<ChosenInstance[]> {
  const { rows } = await sql<ChosenInstance>`
    select i."baseUrl", i."accessKey", count(*) as count from (
      select s."userId" from subscriptions s join feeds f on f.id = s."feedId" where f.url = ${address}
      union select u.id from "user" u where u.id = ${userId ?? ''}
    ) p
      left join "rsshubUses" n on n."userId" = p."userId"
      left join "rsshubInstances" i on i.id = n."instanceId" and i."errorAt" is null
        and (i.price = 0 or i."ownerUserId" = p."userId" or exists (select 1 from "rsshubPurchases" b
          where b."userId" = p."userId" and b."instanceId" = i.id and b."expiresAt" > ${now}))
    group by i."baseUrl", i."accessKey" order by count(*) desc, i."baseUrl"`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export async function cachedResponse(db: Db, url: string): Promise<{ body: string; at: number } | undefined> {
  return db.selectFrom('rsshubAnswers').select(['body', 'at']).where('url', '=', url).executeTakeFirst()
}

export async function cacheResponse(db: Db, row: Tables['rsshubAnswers']): Promise<void> {
  const { body, at } = row
  await db
    .insertInto('rsshubAnswers')
    .values(row)
    .onConflict((on) => on.column('url').doUpdateSet({ body, at }))
    .execute()
}

export async function handleOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('handle').where('id', '=', userId).executeTakeFirst()
  return row?.handle ?? null
}
