/** Deletes entries by rules, and records their guids, so that no document restores them. */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { noteDeletions } from './entry-deletions.ts'
import { batches, idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { isPreserved } from './preserved-entries.ts'
import type { RetentionRules } from './retention-rules.ts'
import { deletableByFeed } from './retention-selection.ts'

const BATCH = 500

/** Numbers of entries, by feed. */
export type EntryCounts = ReadonlyMap<string, number>

/** What a run would delete; deletes nothing. @param now ms */
export async function selectByRules(
  storage: Storage,
  rules: RetentionRules,
  now: number,
): Promise<EntryCounts> {
  const counts = new Map<string, number>()
  for (const { feedId, deletable } of await deletableByFeed(storage, rules, now)) {
    const { rows } = await sql<{
      count: number | string
    }>`select count(*) as count from ${deletable}`.execute(storage.db)
    const count = Number(rows[0]?.count ?? 0)
    if (count > 0) counts.set(feedId, count)
    await breathe()
  }
  return counts
}

/**
 * Deletes what {@link selectByRules} counts, a batch per transaction.
 * @param now ms; ages count from its value at the start
 * @param signal ends it between two batches
 */
export async function deleteByRules(
  storage: Storage,
  rules: RetentionRules,
  now: () => number,
  signal?: AbortSignal,
): Promise<EntryCounts> {
  const counts = new Map<string, number>()
  for (const { feedId, deletable } of await deletableByFeed(storage, rules, now())) {
    const { rows } = await sql<{ id: string }>`select e.id from ${deletable}`.execute(storage.db)
    for (const batch of batches(rows, BATCH)) {
      if (signal?.aborted) return counts
      const ids = batch.map(({ id }) => id)
      const count = await deleteUnlessPreserved(storage, { feedId, ids, deletedAt: now() })
      if (count > 0) counts.set(feedId, (counts.get(feedId) ?? 0) + count)
      await breathe()
    }
  }
  return counts
}

/** An entry may have been starred since it was selected. @returns how many were deleted */
function deleteUnlessPreserved(
  { db, kind }: Storage,
  { feedId, ids, deletedAt }: { feedId: string; ids: readonly string[]; deletedAt: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('entries')
      .where('id', 'in', idList(kind, ids))
      .where(sql<boolean>`not ${isPreserved(sql.ref('entries.id'))}`)
      .returning(['id', 'guid'])
      .execute()
    if (deleted.length === 0) return 0
    await trx
      .insertInto('removedEntries')
      .values(deleted.map(({ guid }) => ({ feedId, guid })))
      .onConflict((on) => on.columns(['feedId', 'guid']).doNothing())
      .execute()
    await noteDeletions({ db: trx }, { feedId, entryIds: deleted.map(({ id }) => id), deletedAt })
    return deleted.length
  })
}
