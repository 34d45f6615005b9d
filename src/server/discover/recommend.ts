/** Recommends feeds that users with similar subscriptions follow. */
import { followsOf, neighboursOf } from '../storage/feeds/discover.ts'
import type { Storage } from '../storage/open.ts'

export type Recommended = {
  readonly feedId: string
  /** Number of similar users that follow it. */
  readonly alike: number
}

/**
 * Feeds that the user does not follow yet, best first: each follower counts by the cosine similarity of both users'
 * subscriptions. Private subscriptions are excluded, except the user's own.
 */
export async function recommend(storage: Storage, userId: string): Promise<Recommended[]> {
  const { own, neighbours } = await neighboursOf(storage, userId)
  const weight = new Map(
    neighbours.map(({ userId: id, shared, total }) => [id, shared / Math.sqrt(own * total)]),
  )
  const scores = new Map<string, { score: number; alike: number }>()
  for (const { userId: id, feedId } of await followsOf(storage, userId, [...weight.keys()])) {
    const current = scores.get(feedId) ?? { score: 0, alike: 0 }
    scores.set(feedId, { score: current.score + (weight.get(id) ?? 0), alike: current.alike + 1 })
  }
  return [...scores]
    .toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .map(([feedId, { alike }]) => ({ feedId, alike }))
}
