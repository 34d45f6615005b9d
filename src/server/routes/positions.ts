import { visibleEntries } from '../storage/entries/entries.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { positionsOf, putPositions } from '../storage/reads/positions.ts'
import { putQueuedTracks, queuedTracksOf } from '../storage/reads/queued-tracks.ts'

/** Play positions of audio and video, and the queue of the player. */
export const positionsRoutes = {
  'positions.list': async ({ user, storage }) => ({ data: await positionsOf(storage, user.id) }),

  'positions.update': async (context, { positions }) => {
    const newest = await newestVisible(context, positions, ({ entryId }) => entryId)
    await putPositions(context.storage, context.user.id, newest)
  },

  'queue.list': async ({ user, storage }) => ({ data: await queuedTracksOf(storage, user.id) }),

  'queue.update': async (context, { tracks }) => {
    const newest = await newestVisible(context, tracks, ({ src }) => src)
    await putQueuedTracks(context.storage, context.user.id, newest)
  },
} satisfies Routes

/** The newest change by key, without entries that the user may not see. */
async function newestVisible<T extends { readonly entryId: string; readonly at: number }>(
  { user, storage, now }: Pick<RequestContext, 'user' | 'storage' | 'now'>,
  changes: readonly T[],
  keyOf: (change: T) => string,
): Promise<readonly T[]> {
  const visible = await visibleEntries(
    storage,
    user.id,
    changes.map(({ entryId }) => entryId),
  )
  const visibleIds = new Set(visible.map(({ id }) => id))
  const newest = new Map<string, T>()
  for (const one of changes) {
    // The clock of a device may be ahead, and its change must not win forever.
    const at = Math.min(one.at, now())
    if (visibleIds.has(one.entryId) && at >= (newest.get(keyOf(one))?.at ?? 0))
      newest.set(keyOf(one), { ...one, at })
  }
  return [...newest.values()]
}
