/**
 * Feeds that somebody has ever followed privately: their addresses may be secrets. The database marks them for good
 * (migrations/server/0022-private-feeds.ts). Who may see one is said in `visibleFeed`; here: what becomes of one that
 * nobody follows any more.
 */
import { sql, type RawBuilder } from 'kysely'
import { idList } from './id-list.ts'
import type { Storage } from './open.ts'

type Library = Pick<Storage, 'db' | 'kind'>

/** True of a feed that has ever been followed privately. @param feedId a column or a value */
export const everPrivate = (feedId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "privateFeeds" pf where pf."feedId" = ${feedId})`

/**
 * True of rows of `feeds` that were private and are of use to nobody now: without followers, in no list, without a star,
 * and claimed by nobody.
 */
const abandoned = sql<boolean>`(${everPrivate(sql<string>`feeds.id`)}
  and feeds."ownerUserId" is null and feeds."inboxUserId" is null
  and not exists (select 1 from subscriptions s where s."feedId" = feeds.id)
  and not exists (select 1 from "listFeeds" l where l."feedId" = feeds.id)
  and not exists (select 1 from collections c join entries e on e.id = c."entryId" where e."feedId" = feeds.id))`

/**
 * Deletes abandoned private feeds with everything that hangs on them, a transaction each.
 * @param feedIds those that may have become so; all when absent
 */
export async function removeAbandonedFeeds(storage: Storage, feedIds?: readonly string[]): Promise<void> {
  for (const id of await abandonedFeeds(storage, feedIds))
    await storage.db.transaction().execute((db) => removeIfAbandoned({ db, kind: storage.kind }, id))
}

/** As {@link removeAbandonedFeeds}, of all, inside the transaction of `db`. */
export async function removeAbandonedFeedsWithin(library: Library): Promise<void> {
  for (const id of await abandonedFeeds(library)) await removeIfAbandoned(library, id)
}

async function abandonedFeeds({ db, kind }: Library, feedIds?: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('id', 'in', feedIds ? idList(kind, feedIds) : db.selectFrom('privateFeeds').select('feedId'))
    .where(abandoned)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whoever begins to follow it at the same moment holds its row: that is waited for, and then seen. */
async function removeIfAbandoned({ db, kind }: Library, id: string): Promise<void> {
  if (kind === 'postgres')
    await db.selectFrom('feeds').select('id').where('id', '=', id).forUpdate().execute()
  await db.deleteFrom('feeds').where('id', '=', id).where(abandoned).execute()
}
