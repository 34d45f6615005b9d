/** Statistics of feeds: posting frequency, followers, newest entry. Loads with the screens that show them. */
import { attach, sample } from 'effector'
import type { Output } from '../../contract/calls.ts'
import { $services } from '../services.ts'
import { feedsReceived } from '../subscriptions/events.ts'
import { feeds } from '../subscriptions/tables.ts'

/** Maximum ids per call (contract/feeds.ts). */
const BATCH = 500

export type FeedStatistics = Output<'feeds.analytics'>['data']['analytics'][string]

/** Statistics by feed id. They are stored with the feeds, for offline use. */
export const feedStatisticsFx = attach({
  source: $services,
  effect: async ({ api }, ids: readonly string[]): Promise<Readonly<Record<string, FeedStatistics>>> => {
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
      ids.slice(at * BATCH, (at + 1) * BATCH),
    )
    const responses = await Promise.all(batches.map((batch) => api.feeds.analytics({ id: [...batch] })))
    return Object.assign({}, ...responses.map(({ data }) => data.analytics)) as Record<string, FeedStatistics>
  },
})
sample({
  clock: feedStatisticsFx.doneData,
  source: feeds.$confirmed,
  fn: (rows, statistics) =>
    Object.entries(statistics).flatMap(([id, one]) => {
      const feed = rows.get(id)
      const { updatesPerWeek, subscriptionCount, latestEntryPublishedAt } = one
      return feed ? [{ ...feed, updatesPerWeek, subscriptionCount, latestEntryPublishedAt }] : []
    }),
  target: feedsReceived,
})
