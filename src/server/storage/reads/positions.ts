/** Play positions of audio and video: one row per user and entry. */
import { MAX_POSITIONS, type Position } from '../../../contract/positions.ts'
import type { Storage } from '../open.ts'

/** Newest first. */
export async function positionsOf({ db }: Storage, userId: string): Promise<Position[]> {
  const rows = await db
    .selectFrom('positions')
    .select(['entryId', 'seconds', 'at'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('entryId')
    .limit(MAX_POSITIONS)
    .execute()
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** Stores positions that are newer than the stored ones. The oldest beyond the bound are removed. */
export async function putPositions(
  { db }: Storage,
  userId: string,
  positions: readonly Position[],
): Promise<void> {
  if (positions.length === 0) return
  // PostgreSQL refuses two rows of one key.
  const newestOfEach = new Map(
    positions
      .toSorted((a, b) => a.at - b.at)
      .map(({ entryId, seconds, at }) => [entryId, { userId, entryId, seconds, at }]),
  )
  await db
    .insertInto('positions')
    .values([...newestOfEach.values()])
    .onConflict((on) =>
      on
        .columns(['userId', 'entryId'])
        .doUpdateSet((of) => ({ seconds: of.ref('excluded.seconds'), at: of.ref('excluded.at') }))
        .whereRef('positions.at', '<', 'excluded.at'),
    )
    .execute()
  const newest = db
    .selectFrom('positions')
    .select('entryId')
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('entryId')
    .limit(MAX_POSITIONS)
  await db.deleteFrom('positions').where('userId', '=', userId).where('entryId', 'not in', newest).execute()
}
