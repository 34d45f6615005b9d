/** The feeds and inboxes that queries search, with the names that they are found by. */
import type { SourceFacts } from '../../../contract/query/matches.ts'
import { isView, type View } from '../../../contract/views.ts'
import type { Db } from '../schema.ts'
import { parsed } from '../row-shape.ts'

type Building = {
  feedNames: string[]
  folders: string[]
  listNames: string[]
  inboxNames: string[]
  views: View[]
}
const present = (...names: (string | null | undefined)[]): string[] =>
  names.filter((name) => typeof name === 'string' && name !== '') as string[]

/** What the user follows directly or by a list, and the user's inboxes, by the id that entries carry. */
export async function querySources(db: Db): Promise<Map<string, SourceFacts>> {
  const subscriptions = await db.selectFrom('subscriptions').selectAll().execute()
  const feeds = await db.selectFrom('feeds').select(['id', 'title']).execute()
  const lists = await db.selectFrom('lists').select(['id', 'title', 'feedIds']).execute()
  const inboxes = await db.selectFrom('inboxes').select(['id', 'title']).execute()
  const feedTitles = new Map(feeds.map(({ id, title }) => [id, title]))
  const listsById = new Map(lists.map((list) => [list.id, list]))
  const inboxTitles = new Map(inboxes.map(({ id, title }) => [id, title]))
  const sources = new Map<string, Building>()
  const sourceOf = (id: string): Building => {
    const source = sources.get(id) ?? {
      feedNames: [],
      folders: [],
      listNames: [],
      inboxNames: [],
      views: [],
    }
    sources.set(id, source)
    return source
  }
  const follow = (feedId: string, view: number, category: string | null): Building => {
    const source = sourceOf(feedId)
    source.feedNames.push(...present(feedId, feedTitles.get(feedId)))
    source.folders.push(...present(category))
    if (isView(view)) source.views.push(view)
    return source
  }
  for (const { feedId, listId, inboxId, title, view, category } of subscriptions) {
    const list = listId === null ? undefined : listsById.get(listId)
    if (inboxId !== null)
      sourceOf(inboxId).inboxNames.push(...present(inboxId, title, inboxTitles.get(inboxId)))
    else if (list)
      for (const id of parsed<string[]>(list.feedIds))
        follow(id, view, category).listNames.push(...present(list.id, title, list.title))
    else if (feedId !== null) follow(feedId, view, category).feedNames.push(...present(title))
  }
  return sources
}
