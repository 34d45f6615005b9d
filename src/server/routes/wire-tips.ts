import type { Feed } from '../../contract/shapes.ts'
import type { Storage } from '../storage/open.ts'
import { tippersOf } from '../storage/power/power-transactions.ts'
import { profilesByIds } from '../storage/accounts/users.ts'

/** The latest tippers of a feed are listed. */
const TIPPERS = 20

/** Adds the latest tippers to feeds: feed previews and all timeline rows show them. */
export async function withTippers(
  storage: Storage,
  feeds: ReadonlyMap<string, Feed>,
): Promise<Map<string, Feed>> {
  const tippers = await tippersOf(storage, [...feeds.keys()], TIPPERS)
  const users = await profilesByIds(storage, [...new Set([...tippers.values()].flat())])
  const byId = new Map(users.map((user) => [user.id, user]))
  return new Map(
    [...feeds].map(([id, feed]) => {
      const tipUsers = (tippers.get(id) ?? []).flatMap((userId) => byId.get(userId) ?? [])
      return [id, tipUsers.length > 0 ? { ...feed, tipUsers } : feed]
    }),
  )
}
