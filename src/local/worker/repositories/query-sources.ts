/** The feeds and inboxes that queries search, with the names that they are found by. */
import type { SourceFacts } from '../../../contract/query/matches.ts'
import { validFeedTags } from '../../../contract/feed-tags.ts'
import { collectSources } from '../../../contract/query/source-facts.ts'
import { sql } from 'kysely'
import { isRareFeed, RARE_ENTRIES } from '../../../contract/query/rare.ts'
import type { Db } from '../schema.ts'
import { parsed } from '../row-shape.ts'

/**
 * What the user follows directly or by a list, and the user's inboxes, by the id that entries carry.
 * @param rareAt the end of the ninety days by which feeds are rare, ms; absent: not needed
 */
export async function querySources(db: Db, rareAt: number | null): Promise<Map<string, SourceFacts>> {
  const subscriptions = await db.selectFrom('subscriptions').selectAll().execute()
  const feeds = await db.selectFrom('feeds').select(['id', 'title', 'other']).execute()
  const lists = await db.selectFrom('lists').select(['id', 'title', 'feedIds']).execute()
  const [settings] = await db.selectFrom('settings').select('payload').where('tab', '=', 'general').execute()
  const general = settings ? parsed<Record<string, unknown>>(settings.payload) : {}
  const inboxes = await db.selectFrom('inboxes').select(['id', 'title']).execute()
  const feedTitles = new Map(feeds.map(({ id, title }) => [id, title]))
  const listsById = new Map(lists.map((list) => [list.id, list]))
  const inboxTitles = new Map(inboxes.map(({ id, title }) => [id, title]))
  const rare = rareAt === null ? new Set<string>() : await rareFeeds(db, feeds, rareAt)
  const { follow, addInbox, sources } = collectSources(validFeedTags(general['feedTags']))
  for (const { feedId, listId, inboxId, title, view, category: folder } of subscriptions) {
    const list = listId === null ? undefined : listsById.get(listId)
    if (inboxId !== null) addInbox(inboxId, [inboxId, title, inboxTitles.get(inboxId)])
    else if (list)
      for (const id of parsed<string[]>(list.feedIds))
        follow(id, {
          names: [feedTitles.get(id)],
          listNames: [list.id, title, list.title],
          folder,
          view,
          isRare: rare.has(id),
        })
    else if (feedId !== null)
      follow(feedId, { names: [feedTitles.get(feedId), title], folder, view, isRare: rare.has(feedId) })
  }
  return sources
}

type StoredFeed = { readonly id: string; readonly other: string | null }

/** As the server says; for feeds of lists, where it does not, by the stored entries. */
async function rareFeeds(db: Db, feeds: readonly StoredFeed[], now: number): Promise<Set<string>> {
  const known = new Map(
    feeds.flatMap(({ id, other }) => {
      const isRare = other === null ? undefined : parsed<{ rare?: boolean }>(other).rare
      return isRare === undefined ? [] : [[id, isRare] as const]
    }),
  )
  const unknown = feeds.flatMap(({ id }) => (known.has(id) ? [] : id))
  const { rows } = await sql<{ id: string; next: number | null }>`
    select "f"."value" as "id", (select "s"."publishedAt" from "entryStatus" as "s" where "s"."feedId" = "f"."value"
      order by "s"."publishedAt" desc limit 1 offset ${sql.lit(RARE_ENTRIES)}) as "next"
    from json_each(${JSON.stringify(unknown)}) as "f"`.execute(db)
  return new Set([
    ...[...known].flatMap(([id, isRare]) => (isRare ? id : [])),
    ...rows.flatMap(({ id, next }) => (isRareFeed(next, now) ? id : [])),
  ])
}
