/** Fetching one feed now, whatever its schedule. */
import { attach, createEvent, sample } from 'effector'
import { noticeTold } from '../app/events.ts'
import { tellFailures } from '../app/told.ts'
import { $services } from '../services.ts'
import { countsAsked } from './asks.ts'
import { $subscriptions } from './tables.ts'

/** A subscription id (type/targetId); only feeds can be fetched. */
export const feedRefreshAsked = createEvent<string>()

const refreshFx = attach({
  source: $services,
  effect: async ({ api, queryClient }, id: string) => {
    // A fetch that failed is in the record as well.
    await api.feeds
      .refresh({ id })
      .finally(() => queryClient.invalidateQueries({ queryKey: ['feeds', 'fetches', id] }))
  },
})
sample({
  clock: sample({ clock: feedRefreshAsked, source: $subscriptions, fn: (rows, id) => rows.get(id)?.feedId }),
  filter: (feedId) => typeof feedId === 'string',
  fn: String,
  target: refreshFx,
})
sample({ clock: refreshFx.done, fn: () => ({ key: 'app:subscription.health.fetched' }), target: noticeTold })
sample({ clock: refreshFx.done, target: countsAsked })
tellFailures(refreshFx.failData, { key: 'errors:client.unreachable' })
