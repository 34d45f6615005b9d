import { knownGuids } from '../../storage/actions/actions.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import type { Pipeline } from '../pipeline.ts'

/** Reserves space of an account for the new entries of its own feed. @param feedId null for a feed that is not stored yet */
export async function hasRoom(
  { storage, room }: Pick<Pipeline, 'storage' | 'room'>,
  { userId, feedId }: { readonly userId: string; readonly feedId: string | null },
  entries: readonly ParsedEntry[],
): Promise<boolean> {
  if (!room) return true
  const guids = entries.map(({ guid }) => guid)
  const known = feedId === null ? new Set() : await knownGuids(storage, feedId, guids)
  const bytes = entries
    .filter(({ guid }) => !known.has(guid))
    .reduce((sum, { content, description }) => sum + (content?.length ?? 0) + (description?.length ?? 0), 0)
  return bytes === 0 || room.take(userId, bytes)
}
