/** Counts the unread entries of saved searches, and of the feeds of the view that publish seldom, in follow.db, debounced after changes. */
import { attach, combine, sample } from 'effector'
import { $ready } from '../app/ready.ts'
import { $view } from '../location/index.ts'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { feedTagsStored } from '../subscriptions/tags.ts'
import { $visibleCounts } from '../subscriptions/visible-counts.ts'
import { createTimer } from '../timer.ts'
import { $showsRare } from '../subscriptions/rare.ts'
import { $savedSearches, rareQuery, searchCountsReceived } from './saved-searches.ts'

/** ms without a change */
const DEBOUNCE_MS = 1000

const countFx = attach({
  source: $services,
  effect: async ({ local }, queries: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const query of queries)
      counts.set(query, (await local.call('entries.queryCount', { select: query })).unread)
    return counts
  },
})
sample({ clock: countFx.doneData, target: searchCountsReceived })

const $queries = combine($savedSearches, $showsRare, $view, (searches, showsRare, view) => [
  ...(showsRare ? [rareQuery(view)] : []),
  ...searches.map(({ query }) => query),
])
const $counted = combine({ ready: $ready, queries: $queries })
const timer = createTimer()
sample({
  clock: [$counted, $visibleCounts.updates, localChanged, feedTagsStored],
  source: $counted,
  filter: ({ ready, queries }) => ready && queries.length > 0,
  fn: () => DEBOUNCE_MS,
  target: timer.started,
})
sample({ clock: timer.fired, source: $queries, target: countFx })
