/** The first entries that a query selects on the server, stored in follow.db so that they can be changed. */
import { attach, scopeBind } from 'effector'
import type { TimelineItem } from '../../contract/entries.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'

export const findEntriesFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async (
    { services, writes },
    { query, limit }: { readonly query: string; readonly limit: number },
  ): Promise<readonly TimelineItem[]> => {
    const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
    const storeEntries = scopeBind(storeEntriesFx, { safe: true })
    const summariesChanged = scopeBind(entrySummariesChanged, { safe: true })
    const { data } = await services.api.entries.search({ q: query, limit })
    receiveFeeds(feedsFromWire(data))
    const entries = data.map((item) => entryFromWire(item, 0))
    summariesChanged((await storeEntries({ entries, requestedAt: writes })).changed)
    return data
  },
})
