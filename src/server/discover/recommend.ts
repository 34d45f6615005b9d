/** What people follow who follow what one follows. */
import { followsOf, neighboursOf } from '../storage/discover.ts'
import type { Storage } from '../storage/open.ts'

export type Recommended = {
  readonly feedId: string
  /** How many people of like taste follow it. */
  readonly alike: number
}

/**
 * Feeds that the person does not follow yet, best first: each follower counts by how much of both lists is the same
 * (cosine). Subscriptions that people keep to themselves do not take part, but for the person's own.
 */
export async function recommend(storage: Storage, userId: string): Promise<Recommended[]> {
  const { own, neighbours } = await neighboursOf(storage, userId)
  const weight = new Map(
    neighbours.map(({ userId: id, shared, total }) => [id, shared / Math.sqrt(own * total)]),
  )
  const scores = new Map<string, { score: number; alike: number }>()
  for (const { userId: id, feedId } of await followsOf(storage, userId, [...weight.keys()])) {
    const before = scores.get(feedId) ?? { score: 0, alike: 0 }
    scores.set(feedId, { score: before.score + (weight.get(id) ?? 0), alike: before.alike + 1 })
  }
  return [...scores]
    .toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .map(([feedId, { alike }]) => ({ feedId, alike }))
}
