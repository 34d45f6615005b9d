/** RSSHub instances, their users, and payments. */
import { sql } from 'kysely'
import type { Storage } from '../open.ts'
import type { RsshubInstanceRow, Schema } from '../schema.ts'

export function instanceById({ db }: Storage, id: string): Promise<RsshubInstanceRow | undefined> {
  return db.selectFrom('rsshubInstances').selectAll().where('id', '=', id).executeTakeFirst()
}

export function instanceByUrl({ db }: Storage, baseUrl: string): Promise<RsshubInstanceRow | undefined> {
  return db.selectFrom('rsshubInstances').selectAll().where('baseUrl', '=', baseUrl).executeTakeFirst()
}

export async function putInstance({ db }: Storage, row: RsshubInstanceRow): Promise<void> {
  const { id: _same, ownerUserId: _owner, createdAt: _once, ...set } = row
  await db
    .insertInto('rsshubInstances')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(set))
    .execute()
}

export async function recordHealth(
  { db }: Storage,
  id: string,
  set: Partial<RsshubInstanceRow>,
): Promise<void> {
  await db.updateTable('rsshubInstances').set(set).where('id', '=', id).execute()
}

/** Instances that have not been checked since a given time, ms. */
export function instancesBefore({ db }: Storage, before: number): Promise<RsshubInstanceRow[]> {
  const rows = db.selectFrom('rsshubInstances').selectAll().where('checkedAt', '<=', before)
  return rows.orderBy('checkedAt').limit(100).execute()
}

/** Locks an instance until the end of the transaction. */
export async function lockInstance({ db }: Storage, id: string): Promise<void> {
  await db
    .updateTable('rsshubInstances')
    .set((row) => ({ createdAt: row.ref('createdAt') }))
    .where('id', '=', id)
    .execute()
}

/** How many users an instance has, excluding one. */
export async function countUsers({ db }: Storage, instanceId: string, but: string): Promise<number> {
  const rows = db.selectFrom('rsshubUses').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await rows
    .where('instanceId', '=', instanceId)
    .where('userId', '<>', but)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteInstance({ db }: Storage, id: string): Promise<void> {
  await db.deleteFrom('rsshubInstances').where('id', '=', id).execute()
}

type Use = Schema['rsshubUses']

export async function putUse({ db }: Storage, row: Use): Promise<void> {
  const { id, instanceId, at } = row
  await db
    .insertInto('rsshubUses')
    .values(row)
    .onConflict((on) => on.column('userId').doUpdateSet({ id, instanceId, at }))
    .execute()
}

export async function removeUse({ db }: Storage, userId: string): Promise<void> {
  await db.deleteFrom('rsshubUses').where('userId', '=', userId).execute()
}

export function useOf({ db }: Storage, userId: string): Promise<Use | undefined> {
  return db.selectFrom('rsshubUses').selectAll().where('userId', '=', userId).executeTakeFirst()
}

type Purchase = Schema['rsshubPurchases']

export async function putPurchase({ db }: Storage, row: Purchase): Promise<void> {
  const { hash, expiresAt } = row
  await db
    .insertInto('rsshubPurchases')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'instanceId']).doUpdateSet({ hash, expiresAt }))
    .execute()
}

export function purchaseOf(
  { db }: Storage,
  userId: string,
  instanceId: string,
): Promise<Purchase | undefined> {
  const rows = db.selectFrom('rsshubPurchases').selectAll().where('userId', '=', userId)
  return rows.where('instanceId', '=', instanceId).executeTakeFirst()
}

export type ListedInstance = RsshubInstanceRow & {
  readonly userCount: number
  readonly ownerName: string | null
  readonly ownerImage: string | null
  readonly ownerHandle: string | null
}

/** All instances with their owners and users, the most used first. */
export async function listInstances({ db }: Storage): Promise<ListedInstance[]> {
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
  { db }: Storage,
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

export async function cachedResponse(
  { db }: Storage,
  url: string,
): Promise<{ body: string; at: number } | undefined> {
  return db.selectFrom('rsshubAnswers').select(['body', 'at']).where('url', '=', url).executeTakeFirst()
}

export async function cacheResponse({ db }: Storage, row: Schema['rsshubAnswers']): Promise<void> {
  const { body, at } = row
  await db
    .insertInto('rsshubAnswers')
    .values(row)
    .onConflict((on) => on.column('url').doUpdateSet({ body, at }))
    .execute()
}
