/** Fetches one feed immediately, regardless of its schedule. */
import { attach, createEvent, sample } from 'effector'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { countsRequested } from './events.ts'
import { $subscriptions } from './tables.ts'

/** A subscription id (type/targetId); only feeds can be fetched. */
export const feedRefreshRequested = createEvent<string>()

const refreshFx = attach({
  source: $services,
  effect: async ({ api, queryClient }, id: string) => {
    // A failed fetch is recorded as well.
    await api.feeds
      .refresh({ id })
      .finally(() => queryClient.invalidateQueries({ queryKey: ['feeds', 'fetches', id] }))
  },
})
sample({
  clock: sample({
    clock: feedRefreshRequested,
    source: $subscriptions,
    fn: (rows, id) => rows.get(id)?.feedId,
  }),
  filter: (feedId) => typeof feedId === 'string',
  fn: String,
  target: refreshFx,
})
sample({
  clock: refreshFx.done,
  fn: () => ({ key: 'app:subscription.health.fetched' }),
  target: infoNotified,
})
sample({ clock: refreshFx.done, target: countsRequested })
notifyFailures(refreshFx.failData, { key: 'errors:client.unreachable' })
