/** The feeds and inboxes whose entries a user's queries search, with the names that they are found by. */
import type { SourceFacts } from '../../../contract/query/matches.ts'
import { collectSources } from '../../../contract/query/source-facts.ts'
import { validFeedTags } from '../../../contract/feed-tags.ts'
import type { Storage } from '../open.ts'
import { rareFeeds } from '../feeds/rare-feeds.ts'
import { generalSettingsOf } from '../accounts/settings.ts'

/**
 * What the user follows directly or by a list, and the user's inboxes, by the id of the feed.
 * @param options.rareAt the end of the ninety days by which feeds are rare, ms; absent: not needed
 * @param options.feedId only this feed
 */
export async function querySources(
  storage: Storage,
  userId: string,
  { rareAt, feedId: only }: { readonly rareAt: number | null; readonly feedId?: string | undefined },
): Promise<Map<string, SourceFacts>> {
  const { db } = storage
  const { feedTags } = await generalSettingsOf(storage, userId)
  const { follow, addInbox, sources } = collectSources(validFeedTags(feedTags))
  let ofFeeds = db
    .selectFrom('subscriptions as s')
    .innerJoin('feeds as f', 'f.id', 's.feedId')
    .select(['s.feedId', 's.title', 's.category', 's.view', 'f.title as feedTitle'])
    .where('s.userId', '=', userId)
  let ofLists = db
    .selectFrom('listSubscriptions as s')
    .innerJoin('lists as l', 'l.id', 's.listId')
    .innerJoin('listFeeds as m', 'm.listId', 's.listId')
    .innerJoin('feeds as f', 'f.id', 'm.feedId')
    .select(['m.feedId', 's.listId', 's.title', 's.category', 's.view', 'l.title as listTitle'])
    .select('f.title as feedTitle')
    .where('s.userId', '=', userId)
  let ofInboxes = db.selectFrom('inboxes').select(['feedId', 'handle', 'title']).where('userId', '=', userId)
  if (only !== undefined) {
    ofFeeds = ofFeeds.where('s.feedId', '=', only)
    ofLists = ofLists.where('m.feedId', '=', only)
    ofInboxes = ofInboxes.where('feedId', '=', only)
  }
  const followed = await ofFeeds.execute()
  const listed = await ofLists.execute()
  const inboxes = await ofInboxes.execute()
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
  for (const { feedId, handle, title } of inboxes) addInbox(feedId, [handle, title])
  return sources
}
