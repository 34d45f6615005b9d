/** The numbers of subscribed feeds and folders in this protocol. */
import type { Caller } from '../../http/routes.ts'
import type { Storage } from '../../storage/open.ts'
import { namesOf, numbersOf } from '../../storage/accounts/sync-numbers.ts'
import { followedBy, labelsOf, type SubscribedFeeds } from '../shared/library.ts'

type NumberedFeed = SubscribedFeeds & { readonly number: number }
export type NumberedLibrary = {
  readonly feeds: readonly NumberedFeed[]
  readonly folders: readonly { readonly name: string; readonly number: number }[]
}

export async function numberedLibrary(storage: Storage, user: Caller): Promise<NumberedLibrary> {
  const followed = await followedBy(storage, user)
  const userId = user.id
  const names = labelsOf(followed)
  const feedIds = followed.map(({ feed }) => feed.id)
  const feeds = await numbersOf(storage, { userId, kind: 'feed' }, feedIds)
  const folders = await numbersOf(storage, { userId, kind: 'folder' }, names)
  return {
    feeds: followed.map((one) => ({ ...one, number: feeds.get(one.feed.id) ?? 0 })),
    folders: names.map((name) => ({ name, number: folders.get(name) ?? 0 })),
  }
}

/** Numbers of feeds by id, including unsubscribed feeds with a starred entry. */
export const feedNumbers = (
  storage: Storage,
  userId: string,
  feedIds: readonly string[],
): Promise<Map<string, number>> => numbersOf(storage, { userId, kind: 'feed' }, [...new Set(feedIds)])

/** The feed or folder of a number, or undefined. */
export async function nameOfNumber(
  storage: Storage,
  userId: string,
  kind: 'feed' | 'folder',
  number: number,
): Promise<string | undefined> {
  return (await namesOf(storage, { userId, kind }, [number]))[0]
}
