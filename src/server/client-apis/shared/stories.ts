/** The same story from several feeds: listed once for a client, if the user's setting does so in the reader. */
import { generalDefaults } from '../../../contract/setting-defaults.ts'
import type { Caller } from '../../http/routes.ts'
import { readInTexts } from '../../storage/entries/entry-texts.ts'
import { generalSettingsOf } from '../../storage/accounts/settings.ts'
import { copiesOfRead, withStories, type StoryScope } from '../../storage/entries/story-copies.ts'
import type { Storage } from '../../storage/open.ts'
import type { Contract } from './contract.ts'
import { followedBy, type SubscribedFeeds } from './library.ts'

/** Batches of 50 new entries that a request indexes itself; a job indexes longer queues. */
const BATCHES = 40

/** Whether a user's setting lists a story once. */
export async function tellsStoriesOnce(storage: Storage, userId: string): Promise<boolean> {
  const { groupStories = generalDefaults.groupStories } = await generalSettingsOf(storage, userId)
  return groupStories === true
}

/** The feeds among which a story is listed once; undefined where the user wants every copy. */
export async function storyScope(
  storage: Storage,
  { id: userId }: Caller,
  followed: readonly SubscribedFeeds[],
): Promise<StoryScope | undefined> {
  if (!(await tellsStoriesOnce(storage, userId))) return undefined
  // A client would keep a copy that it received before it was recognised as one.
  await readInTexts(storage, BATCHES)
  return { userId, feedIds: followed.map(({ feed }) => feed.id) }
}

/** For a request of either protocol. */
type Marking = {
  readonly services: { readonly storage: Storage }
  readonly account: { readonly user: Caller }
  readonly contract: Contract
}

/** Marks entries, and the copies of them that the client does not see. */
export async function markEntries(
  { services: { storage }, account: { user }, contract }: Marking,
  mark: 'read' | 'unread',
  ids: readonly string[],
): Promise<void> {
  const scope = await storyScope(storage, user, await followedBy(storage, user))
  const entryIds = scope ? await withStories(storage, scope, ids) : [...ids]
  await contract(mark === 'read' ? 'reads.mark' : 'reads.unmark', { entryIds })
}

/**
 * Marks all entries of some feeds read, and the copies of them in others; inboxes have a separate call.
 * @param insertedBefore ms, exclusive
 */
export async function markFeedsRead(
  { services: { storage }, account: { user }, contract }: Marking,
  feeds: readonly SubscribedFeeds[],
  insertedBefore: number | undefined,
): Promise<void> {
  const feedIdList = feeds.flatMap(({ isInbox, feed }) => (isInbox ? [] : [feed.id]))
  if (feedIdList.length > 0) await contract('reads.markAll', { feedIdList, insertedBefore })
  for (const { isInbox, countKey } of feeds)
    if (isInbox) await contract('reads.markAll', { inboxId: countKey, insertedBefore })
  const scope = await storyScope(storage, user, await followedBy(storage, user))
  const entryIds = scope ? await copiesOfRead(storage, scope, feedIdList) : []
  if (entryIds.length > 0) await contract('reads.mark', { entryIds })
}
