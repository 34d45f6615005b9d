/** Public pages of users, and what is on them. */
import { sql } from 'kysely'
import { lockUser } from '../accounts/users.ts'
import { idList } from '../engine/id-list.ts'
import { visibleFeed } from '../feeds/feeds-read.ts'
import type { Storage } from '../open.ts'
import type { PublicationRow } from '../schema.ts'

export type StoredPublication = PublicationRow & { readonly label: string | null }

const publications = ({ db }: Storage) =>
  db
    .selectFrom('publications as p')
    .leftJoin('labels as l', (on) => on.onRef('l.id', '=', 'p.labelId').on('l.deletedAt', 'is', null))
    .selectAll('p')
    .select('l.name as label')

/** Oldest first. */
export const publicationsOf = (storage: Storage, userId: string): Promise<StoredPublication[]> =>
  publications(storage).where('p.userId', '=', userId).orderBy('p.createdAt').orderBy('p.id').execute()

/** The page of an address; none of a disabled user, or of a label that is gone. @param hash of the secret part */
export async function publicationByHash(
  storage: Storage,
  hash: string,
): Promise<(StoredPublication & { readonly userName: string }) | null> {
  const row = await publications(storage)
    .innerJoin('user as u', 'u.id', 'p.userId')
    .select(['u.name as userName', 'u.deleted as isDisabled'])
    .where('p.hash', '=', hash)
    .executeTakeFirst()
  return row && !row.isDisabled && (row.kind !== 'label' || row.label !== null) ? row : null
}

/** @param most pages of a user @returns false where there are as many already */
export function addPublication({ db, kind }: Storage, row: PublicationRow, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockUser({ db: trx, kind }, row.userId)
    const { count } = await trx
      .selectFrom('publications')
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .where('userId', '=', row.userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await trx.insertInto('publications').values(row).execute()
    return true
  })
}

/** @returns false where the user has no such page */
export async function changePublication(
  { db }: Storage,
  userId: string,
  id: string,
  change: Partial<Pick<PublicationRow, 'title' | 'withNotes' | 'withInboxes' | 'hash' | 'token'>>,
): Promise<boolean> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const own = db.selectFrom('publications').select('id').where('userId', '=', userId).where('id', '=', id)
  if (Object.keys(set).length === 0) return (await own.executeTakeFirst()) !== undefined
  const rows = db.updateTable('publications').set(set).where('userId', '=', userId).where('id', '=', id)
  return (await rows.executeTakeFirst()).numUpdatedRows > 0n
}

export async function removePublication({ db }: Storage, userId: string, id: string): Promise<void> {
  await db.deleteFrom('publications').where('userId', '=', userId).where('id', '=', id).execute()
}

/**
 * Ids of the newest entries with a star, or with a label or one within it.
 * @param most entries, of which some may not be shown
 */
export async function markedEntryIds(
  { db }: Storage,
  { userId, kind, labelId }: Pick<PublicationRow, 'userId' | 'kind' | 'labelId'>,
  most: number,
): Promise<string[]> {
  const { rows } = await (
    kind === 'stars'
      ? sql<{ entryId: string }>`select "entryId" from collections where "userId" = ${userId}
        order by "createdAt" desc, "entryId" desc limit ${sql.lit(most)}`
      : sql<{ entryId: string }>`select le."entryId", max(le."createdAt") as at from labels as p
        join labels as ll on ll."userId" = p."userId" and ll."deletedAt" is null
          and (ll.key = p.key or substr(ll.key, 1, length(p.key) + 1) = p.key || '/')
        join "entryLabels" as le on le."labelId" = ll.id
        where p.id = ${labelId} and p."userId" = ${userId} and p."deletedAt" is null
        group by le."entryId" order by at desc, le."entryId" desc limit ${sql.lit(most)}`
  ).execute(db)
  return rows.map(({ entryId }) => entryId)
}

export type PublicEntry = {
  readonly id: string
  readonly title: string | null
  readonly url: string | null
  readonly description: string | null
  readonly author: string | null
  readonly publishedAt: number
  readonly feedTitle: string | null
}

/**
 * Those of some entries that may be public, in the order of `ids`: of feeds that are publicly known, and that the user does not
 * follow privately; never of one that is requested for one user. Entries of the user's inboxes only where they are chosen.
 */
export async function publicEntries(
  { db, kind }: Storage,
  { userId, withInboxes }: Pick<PublicationRow, 'userId' | 'withInboxes'>,
  ids: readonly string[],
): Promise<PublicEntry[]> {
  const feedId = sql<string>`e."feedId"`
  const { rows } = await sql<PublicEntry>`
    select e.id, e.title, e.url, e.description, e.author, e."publishedAt", f.title as "feedTitle"
    from entries as e join feeds as f on f.id = e."feedId"
    where e.id in ${idList(kind, ids)} and (
      (f."inboxUserId" is null and ${visibleFeed(feedId, null)}
        and not exists (select 1 from "feedRequests" as q where q."feedId" = f.id)
        and not exists (select 1 from subscriptions as s
          where s."feedId" = f.id and s."userId" = ${userId} and s."isPrivate" = 1))
      or (${withInboxes} = 1 and f."inboxUserId" = ${userId}))`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
