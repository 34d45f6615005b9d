/** The feeds and entries that a token is limited to. */
import type { Caller } from '../http/routes.ts'
import { feedIdsOfEntries } from '../storage/entries.ts'
import type { Storage } from '../storage/open.ts'
import { subscriptionsOf } from '../storage/subscriptions.ts'

/** Ids of followed feeds with their view. */
export type LimitedFeeds = ReadonlyMap<string, number>
type Limited = Pick<Caller, 'id' | 'access'>

/** @returns null where the caller is not limited */
export async function feedsWithin(storage: Storage, { id, access }: Limited): Promise<LimitedFeeds | null> {
  if (!access?.limit) return null
  const { folders, feeds } = access.limit
  const rows = await subscriptionsOf(storage, id)
  const within = rows.filter(
    ({ feedId, category }) => feeds.includes(feedId) || (category !== null && folders.includes(category)),
  )
  return new Map(within.map(({ feedId, view }) => [feedId, view]))
}

/** The entries, of some, that a caller's limit includes; all where there is none. */
export async function entriesWithin(
  storage: Storage,
  user: Limited,
  ids: readonly string[],
): Promise<string[]> {
  const feeds = await feedsWithin(storage, user)
  if (!feeds) return [...ids]
  const feedIds = await feedIdsOfEntries(storage, ids)
  return ids.filter((id) => feeds.has(feedIds.get(id) ?? ''))
}
