/** The feeds and inboxes whose entries a user's queries search, with the names that they are found by. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import { collectSources } from '../../contract/query/source-facts.ts'
import type { Storage } from './open.ts'

/** What the user follows directly or by a list, and the user's inboxes, by the id of the feed. */
export async function querySources({ db }: Storage, userId: string): Promise<Map<string, SourceFacts>> {
  const { follow, addInbox, sources } = collectSources()
  const followed = await db
    .selectFrom('subscriptions as s')
    .innerJoin('feeds as f', 'f.id', 's.feedId')
    .select(['s.feedId', 's.title', 's.category', 's.view', 'f.title as feedTitle'])
    .where('s.userId', '=', userId)
    .execute()
  for (const { feedId, title, category, view, feedTitle } of followed)
    follow(feedId, { names: [title, feedTitle], folder: category, view })
  const listed = await db
    .selectFrom('listSubscriptions as s')
    .innerJoin('lists as l', 'l.id', 's.listId')
    .innerJoin('listFeeds as m', 'm.listId', 's.listId')
    .innerJoin('feeds as f', 'f.id', 'm.feedId')
    .select(['m.feedId', 's.listId', 's.title', 's.category', 's.view', 'l.title as listTitle'])
    .select('f.title as feedTitle')
    .where('s.userId', '=', userId)
    .execute()
  for (const { feedId, listId, title, category, view, listTitle, feedTitle } of listed)
    follow(feedId, { names: [feedTitle], listNames: [listId, title, listTitle], folder: category, view })
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['feedId', 'handle', 'title'])
    .where('userId', '=', userId)
    .execute()
  for (const { feedId, handle, title } of inboxes) addInbox(feedId, [handle, title])
  return sources
}
