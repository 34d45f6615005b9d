/** The feeds and inboxes whose entries a user's queries search, with the names that they are found by. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import { collectSources } from '../../contract/query/source-facts.ts'
import type { Storage } from './open.ts'
import { rareFeeds } from './rare-feeds.ts'

/**
 * What the user follows directly or by a list, and the user's inboxes, by the id of the feed.
 * @param rareAt where rare feeds are to be known: what their ninety days count back from, ms
 */
export async function querySources(
  storage: Storage,
  userId: string,
  rareAt: number | null,
): Promise<Map<string, SourceFacts>> {
  const { db } = storage
  const { follow, addInbox, sources } = collectSources()
  const followed = await db
    .selectFrom('subscriptions as s')
    .innerJoin('feeds as f', 'f.id', 's.feedId')
    .select(['s.feedId', 's.title', 's.category', 's.view', 'f.title as feedTitle'])
    .where('s.userId', '=', userId)
    .execute()
  const listed = await db
    .selectFrom('listSubscriptions as s')
    .innerJoin('lists as l', 'l.id', 's.listId')
    .innerJoin('listFeeds as m', 'm.listId', 's.listId')
    .innerJoin('feeds as f', 'f.id', 'm.feedId')
    .select(['m.feedId', 's.listId', 's.title', 's.category', 's.view', 'l.title as listTitle'])
    .select('f.title as feedTitle')
    .where('s.userId', '=', userId)
    .execute()
  const feedIds = [...followed, ...listed].map(({ feedId }) => feedId)
  const rare = rareAt === null ? new Set() : await rareFeeds(storage, feedIds, rareAt)
  for (const { feedId, title, category, view, feedTitle } of followed)
    follow(feedId, { names: [title, feedTitle], folder: category, view, isRare: rare.has(feedId) })
  for (const { feedId, listId, title, category, view, listTitle, feedTitle } of listed)
    follow(feedId, {
      names: [feedTitle],
      listNames: [listId, title, listTitle],
      folder: category,
      view,
      isRare: rare.has(feedId),
    })
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['feedId', 'handle', 'title'])
    .where('userId', '=', userId)
    .execute()
  for (const { feedId, handle, title } of inboxes) addInbox(feedId, [handle, title])
  return sources
}
