/** The player's queue: one row per user and track, removed ones included. */
import { MAX_QUEUED } from '../../../contract/limits.ts'
import type { QueuedTrack } from '../../../contract/queue.ts'
import type { Storage } from '../open.ts'

/** Newest change first. */
export async function queuedTracksOf({ db }: Storage, userId: string): Promise<QueuedTrack[]> {
  const rows = await db
    .selectFrom('queuedTracks')
    .select('track')
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('src')
    .limit(MAX_QUEUED)
    .execute()
  return rows.map(({ track }) => JSON.parse(track) as QueuedTrack)
}

/** Stores changes that are newer than the stored ones. The oldest beyond the bound are removed. */
export async function putQueuedTracks(
  { db }: Storage,
  userId: string,
  tracks: readonly QueuedTrack[],
): Promise<void> {
  if (tracks.length === 0) return
  await db
    .insertInto('queuedTracks')
    .values(
      tracks.map((track) => ({
        userId,
        src: track.src,
        entryId: track.entryId,
        track: JSON.stringify(track),
        at: track.at,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['userId', 'src'])
        .doUpdateSet((of) => ({
          entryId: of.ref('excluded.entryId'),
          track: of.ref('excluded.track'),
          at: of.ref('excluded.at'),
        }))
        .whereRef('queuedTracks.at', '<', 'excluded.at'),
    )
    .execute()
  const newest = db
    .selectFrom('queuedTracks')
    .select('src')
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('src')
    .limit(MAX_QUEUED)
  await db.deleteFrom('queuedTracks').where('userId', '=', userId).where('src', 'not in', newest).execute()
}
