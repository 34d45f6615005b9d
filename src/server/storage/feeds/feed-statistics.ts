/** Feed statistics, computed from rows. */
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

const DAY_MS = 86_400_000

/** Statistics of a feed. `view` is the one that most of its followers chose. */
export type FeedStatistics = {
  readonly feedId: string
  readonly view: number | null
  readonly updatesPerWeek: number
  readonly subscriptionCount: number
  /** ms since 1970 */
  readonly latestEntryPublishedAt: number | null
}

/** Statistics of some feeds, by id; those that do not exist are omitted. Updates per week are a mean of four weeks. */
export async function feedStatistics(
  storage: Storage,
  ids: readonly string[],
  now: number,
): Promise<Map<string, FeedStatistics>> {
  if (ids.length === 0) return new Map()
  const rows = await entryStatistics(storage, ids, now - 28 * DAY_MS)
  const views = await viewChoices(storage, ids)
  return new Map(
    rows.map(({ id, latest, recent }) => {
      const choices = views.filter(({ feedId }) => feedId === id)
      return [
        id,
        {
          feedId: id,
          view: choices[0]?.view ?? null,
          updatesPerWeek: Math.round((Number(recent) / 4) * 10) / 10,
          subscriptionCount: choices.reduce((sum, { count }) => sum + Number(count), 0),
          latestEntryPublishedAt: latest === null ? null : Number(latest),
        },
      ]
    }),
  )
}

function entryStatistics({ db, kind }: Storage, ids: readonly string[], since: number) {
  return db
    .selectFrom('feeds')
    .select((eb) => [
      'feeds.id',
      eb
        .selectFrom('entries')
        .select((max) => max.fn.max<number | null>('publishedAt').as('latest'))
        .whereRef('entries.feedId', '=', 'feeds.id')
        .as('latest'),
      eb
        .selectFrom('entries')
        .select((all) => all.fn.countAll<number>().as('recent'))
        .whereRef('entries.feedId', '=', 'feeds.id')
        .where('publishedAt', '>=', since)
        .as('recent'),
    ])
    .where('feeds.id', 'in', idList(kind, ids))
    .execute()
}

/** Views with their number of followers, the most chosen first. */
function viewChoices({ db, kind }: Storage, ids: readonly string[]) {
  return db
    .selectFrom('subscriptions')
    .select((eb) => ['feedId', 'view', eb.fn.countAll<number>().as('count')])
    .where('feedId', 'in', idList(kind, ids))
    .groupBy(['feedId', 'view'])
    .orderBy('count', 'desc')
    .orderBy('view')
    .execute()
}

/** How often entries of a feed were read, by all users; maintained by triggers. */
export async function countReadsOf({ db }: Storage, feedId: string): Promise<number> {
  const row = await db
    .selectFrom('readCounts')
    .select((eb) => eb.fn.sum<number | string | null>('entries').as('count'))
    .where('feedId', '=', feedId)
    .executeTakeFirstOrThrow()
  return Number(row.count ?? 0)
}
