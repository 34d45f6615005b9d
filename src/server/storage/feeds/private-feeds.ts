/**
 * Feeds that have ever been followed privately: their addresses may be secrets. Triggers mark them permanently
 * (step 0022-private-feeds). Their visibility is defined in `visibleFeed`; here they are deleted
 * once they have no followers.
 */
import { sql, type RawBuilder } from 'kysely'
import { idList } from '../engine/id-list.ts'
import { hasPreserved } from '../entries/preserved-entries.ts'
import type { Storage } from '../open.ts'

type Library = Pick<Storage, 'db' | 'kind'>

/** True of a feed that has ever been followed privately. @param feedId a column or a value */
export const everPrivate = (feedId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "privateFeeds" pf where pf."feedId" = ${feedId})`

/**
 * True of rows of `feeds` that were private and are unused: without followers, in no list, without a preserved entry, and not
 * claimed.
 */
const abandoned = sql<boolean>`(${everPrivate(sql<string>`feeds.id`)}
  and feeds."ownerUserId" is null and feeds."inboxUserId" is null
  and not exists (select 1 from subscriptions s where s."feedId" = feeds.id)
  and not exists (select 1 from "listFeeds" l where l."feedId" = feeds.id)
  and not ${hasPreserved(sql`feeds.id`)})`

/**
 * Deletes abandoned private feeds with all dependent rows, a transaction each.
 * @param feedIds candidates; all when absent
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

/** A concurrent new follower locks its row: the delete waits for it, and then sees the subscription. */
async function removeIfAbandoned({ db, kind }: Library, id: string): Promise<void> {
  if (kind === 'postgres')
    await db.selectFrom('feeds').select('id').where('id', '=', id).forUpdate().execute()
  await db.deleteFrom('feeds').where('id', '=', id).where(abandoned).execute()
}
