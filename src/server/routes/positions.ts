import type { Position } from '../../contract/positions.ts'
import type { Routes } from '../http/routes.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { positionsOf, putPositions } from '../storage/reads/positions.ts'

/** Play positions of audio and video. */
export const positionsRoutes = {
  'positions.list': async ({ user, storage }) => ({ code: 0, data: await positionsOf(storage, user.id) }),

  'positions.update': async ({ user, storage, now }, { positions }) => {
    const visible = await visibleEntries(
      storage,
      user.id,
      positions.map(({ entryId }) => entryId),
    )
    const visibleIds = new Set(visible.map(({ id }) => id))
    const newest = new Map<string, Position>()
    for (const one of positions) {
      // The clock of a device may be ahead, and its position must not win forever.
      const at = Math.min(one.at, now())
      if (visibleIds.has(one.entryId) && at >= (newest.get(one.entryId)?.at ?? 0))
        newest.set(one.entryId, { ...one, at })
    }
    await putPositions(storage, user.id, [...newest.values()])
    return { code: 0 }
  },
} satisfies Routes
