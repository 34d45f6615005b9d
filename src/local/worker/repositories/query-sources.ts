/** The feeds and inboxes that queries search, with the names that they are found by. */
import type { SourceFacts } from '../../../contract/query/matches.ts'
import { collectSources } from '../../../contract/query/source-facts.ts'
import type { Db } from '../schema.ts'
import { parsed } from '../row-shape.ts'

/** What the user follows directly or by a list, and the user's inboxes, by the id that entries carry. */
export async function querySources(db: Db): Promise<Map<string, SourceFacts>> {
  const subscriptions = await db.selectFrom('subscriptions').selectAll().execute()
  const feeds = await db.selectFrom('feeds').select(['id', 'title']).execute()
  const lists = await db.selectFrom('lists').select(['id', 'title', 'feedIds']).execute()
  const inboxes = await db.selectFrom('inboxes').select(['id', 'title']).execute()
  const feedTitles = new Map(feeds.map(({ id, title }) => [id, title]))
  const listsById = new Map(lists.map((list) => [list.id, list]))
  const inboxTitles = new Map(inboxes.map(({ id, title }) => [id, title]))
  const { follow, addInbox, sources } = collectSources()
  for (const { feedId, listId, inboxId, title, view, category: folder } of subscriptions) {
    const list = listId === null ? undefined : listsById.get(listId)
    if (inboxId !== null) addInbox(inboxId, [inboxId, title, inboxTitles.get(inboxId)])
    else if (list)
      for (const id of parsed<string[]>(list.feedIds))
        follow(id, { names: [feedTitles.get(id)], listNames: [list.id, title, list.title], folder, view })
    else if (feedId !== null) follow(feedId, { names: [feedTitles.get(feedId), title], folder, view })
  }
  return sources
}
