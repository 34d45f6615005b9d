/** Resets a feed: the next fetch stores its entries again. */
import { sql } from 'kysely'
import { noteDeletions } from './entry-deletions.ts'
import type { Storage } from '../open.ts'
import { isPreserved } from './preserved-entries.ts'

/** Deletes a feed's entries, except preserved ones, and the validators that would let a fetch return "unchanged". */
export async function clearFeed({ db }: Storage, feedId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('entries')
      .where('feedId', '=', feedId)
      .where(sql<boolean>`not ${isPreserved(sql`entries.id`)}`)
      .returning('id')
      .execute()
    await noteDeletions({ db: trx }, { feedId, entryIds: deleted.map(({ id }) => id), deletedAt: now })
    await trx.deleteFrom('removedEntries').where('feedId', '=', feedId).execute()
    await trx
      .updateTable('feeds')
      .set({ etag: null, lastModified: null, bodyHash: null })
      .where('id', '=', feedId)
      .execute()
  })
}
