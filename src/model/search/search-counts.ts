/** Counts the unread entries of saved searches in follow.db, a moment after something changed. */
import { attach, combine, sample } from 'effector'
import { $ready } from '../app/ready.ts'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { $visibleCounts } from '../subscriptions/visible-counts.ts'
import { createTimer } from '../timer.ts'
import { $savedSearches, searchCountsReceived, type SavedSearch } from './saved-searches.ts'

/** ms without a change */
const DEBOUNCE_MS = 1000

const countFx = attach({
  source: $services,
  effect: async ({ local }, searches: readonly SavedSearch[]) => {
    const counts = new Map<string, number>()
    for (const { query } of searches)
      counts.set(query, (await local.call('entries.queryCount', { select: query })).unread)
    return counts
  },
})
sample({ clock: countFx.doneData, target: searchCountsReceived })

const $counted = combine({ ready: $ready, searches: $savedSearches })
const timer = createTimer()
sample({
  clock: [$counted, $visibleCounts.updates, localChanged],
  source: $counted,
  filter: ({ ready, searches }) => ready && searches.length > 0,
  fn: () => DEBOUNCE_MS,
  target: timer.started,
})
sample({ clock: timer.fired, source: $savedSearches, target: countFx })
