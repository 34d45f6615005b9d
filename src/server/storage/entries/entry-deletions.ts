/** Which entries the server has deleted: browsers delete their copies. */
import { sql } from 'kysely'
import { batches } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { followedFeeds } from '../timeline/timeline.ts'

/** A deletion's place in their order. `deletedAt` in ms since 1970. */
export type EntryDeletion = { readonly entryId: string; readonly deletedAt: number }

/** Transactions that delete entries are committed out of order; after this time, ms, no older one is open. */
const SETTLED_MS = 60_000

/** Records entries of a feed that are deleted in the same transaction. @param deletedAt ms */
export async function noteDeletions(
  { db }: Pick<Storage, 'db'>,
  { feedId, entryIds, deletedAt }: { feedId: string; entryIds: readonly string[]; deletedAt: number },
): Promise<void> {
  for (const batch of batches(entryIds))
    await db
      .insertInto('entryDeletions')
      .values(batch.map((entryId) => ({ entryId, feedId, deletedAt })))
      .execute()
}

/** The cursor of {@link deletionsAfter} for a client that has stored nothing yet. @param now ms */
export const deletionPositionAt = (now: number): EntryDeletion => ({
  deletedAt: now - SETTLED_MS,
  entryId: '',
})

/**
 * Deleted entries of the feeds that a user follows, directly or by a list, in the order of their deletion. Those of the last
 * minute are sent later, so that a client that continues after the last one misses none.
 */
export async function deletionsAfter(
  { db, kind }: Storage,
  userId: string,
  { after, now, limit }: { readonly after: EntryDeletion; readonly now: number; readonly limit: number },
): Promise<EntryDeletion[]> {
  const { rows } = await sql<{ entryId: string; deletedAt: number | string }>`
    select d."entryId", d."deletedAt" from "entryDeletions" as d
    where (d."deletedAt", d."entryId") > (${after.deletedAt}, ${after.entryId})
      and d."deletedAt" < ${now - SETTLED_MS}
      and d."feedId" in (${followedFeeds(kind, userId, {})})
    order by d."deletedAt", d."entryId" limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ entryId, deletedAt }) => ({ entryId, deletedAt: Number(deletedAt) }))
}
