/** The feeds and entries that a token is limited to. */
import type { TokenLimit } from '../../contract/app-passwords.ts'
import type { Caller } from '../http/routes.ts'
import { feedIdsOfEntries } from '../storage/entries/entries.ts'
import type { Storage } from '../storage/open.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'

/** Ids of followed feeds with their view. */
export type LimitedFeeds = ReadonlyMap<string, number>
type Limited = Pick<Caller, 'id' | 'access'>

/** @returns null where the caller is not limited */
export async function feedsWithin(storage: Storage, { id, access }: Limited): Promise<LimitedFeeds | null> {
  if (!access?.limit) return null
  const { limit } = access
  const rows = await subscriptionsOf(storage, id)
  const within = rows.filter(({ feedId, category }) => isWithin(limit, feedId, category))
  return new Map(within.map(({ feedId, view }) => [feedId, view]))
}

/** Whether a limit includes a followed feed. @param folder that it is in */
export const isWithin = ({ folders, feeds }: TokenLimit, feedId: string, folder: string | null): boolean =>
  feeds.includes(feedId) || (folder !== null && folders.includes(folder))

/** The entries, of some, that a caller's limit includes; all where there is none. */
export async function entriesWithin(
  storage: Storage,
  user: Limited,
  ids: readonly string[],
): Promise<string[]> {
  const feeds = await feedsWithin(storage, user)
  return feeds ? entriesOfFeeds(storage, feeds, ids) : [...ids]
}

/** Those of some entries that belong to some feeds. */
export async function entriesOfFeeds(
  storage: Storage,
  feeds: LimitedFeeds,
  ids: readonly string[],
): Promise<string[]> {
  const feedIds = await feedIdsOfEntries(storage, ids)
  return ids.filter((id) => feeds.has(feedIds.get(id) ?? ''))
}
