/** The feeds and inboxes whose entries a user's queries search, with the names that they are found by. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import { isView, type View } from '../../contract/views.ts'
import type { Storage } from './open.ts'

type Building = {
  feedNames: string[]
  folders: string[]
  listNames: string[]
  inboxNames: string[]
  views: View[]
}

/** What the user follows directly or by a list, and the user's inboxes, by the id of the feed. */
export async function querySources({ db }: Storage, userId: string): Promise<Map<string, SourceFacts>> {
  const sources = new Map<string, Building>()
  const sourceOf = (feedId: string): Building => {
    const source = sources.get(feedId) ?? {
      feedNames: [],
      folders: [],
      listNames: [],
      inboxNames: [],
      views: [],
    }
    sources.set(feedId, source)
    return source
  }
  const followed = await db
    .selectFrom('subscriptions as s')
    .innerJoin('feeds as f', 'f.id', 's.feedId')
    .select(['s.feedId', 's.title', 's.category', 's.view', 'f.title as feedTitle'])
    .where('s.userId', '=', userId)
    .execute()
  for (const { feedId, title, category, view, feedTitle } of followed) {
    const source = sourceOf(feedId)
    source.feedNames.push(...present(feedId, title, feedTitle))
    source.folders.push(...present(category))
    if (isView(view)) source.views.push(view)
  }
  const listed = await db
    .selectFrom('listSubscriptions as s')
    .innerJoin('lists as l', 'l.id', 's.listId')
    .innerJoin('listFeeds as m', 'm.listId', 's.listId')
    .innerJoin('feeds as f', 'f.id', 'm.feedId')
    .select(['m.feedId', 's.listId', 's.title', 's.category', 's.view', 'l.title as listTitle'])
    .select('f.title as feedTitle')
    .where('s.userId', '=', userId)
    .execute()
  for (const { feedId, listId, title, category, view, listTitle, feedTitle } of listed) {
    const source = sourceOf(feedId)
    source.feedNames.push(...present(feedId, feedTitle))
    source.folders.push(...present(category))
    source.listNames.push(...present(listId, title, listTitle))
    if (isView(view)) source.views.push(view)
  }
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['feedId', 'handle', 'title'])
    .where('userId', '=', userId)
    .execute()
  for (const { feedId, handle, title } of inboxes) sourceOf(feedId).inboxNames.push(...present(handle, title))
  return sources
}

const present = (...names: (string | null)[]): string[] =>
  names.filter((name) => name !== null && name !== '') as string[]
