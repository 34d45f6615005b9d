import type { ProfileUser } from '../../contract/shapes.ts'
import { boostersOf } from '../storage/power/boosts.ts'
import type { Storage } from '../storage/open.ts'
import { profilesByIds } from '../storage/accounts/users.ts'

/** The users who boost some feeds now, by feed. @param now ms since 1970 */
export async function boosterProfiles(
  storage: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<Map<string, ProfileUser[]>> {
  const boosters = await boostersOf(storage, feedIds, now)
  const ids = [...new Set([...boosters.values()].flat())]
  const users = new Map((await profilesByIds(storage, ids)).map((user) => [user.id, user]))
  return new Map([...boosters].map(([feedId, some]) => [feedId, some.flatMap((id) => users.get(id) ?? [])]))
}
