/** The timeline of a query: what the server has beyond follow.db, and marking all of it as read. */
import { attach, sample, scopeBind } from 'effector'
import { $ready } from '../app/ready.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $source, $view, locationEntered } from '../location/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { allMarked } from '../reads/events.ts'
import { markRead } from '../reads/changes.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import { localRowsAdded } from '../timeline/open.ts'
import { timelineRefetched } from '../timeline/state.ts'
import type { View } from '../../contract/views.ts'

/** The newest that a query selects; older ones are found by a query that says so. */
const PAGES = 3
const PAGE = 100
/** Entries that one request marks. */
const MARKED_AT_ONCE = 500

const fetchFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { query, view }: { query: string; view: View }) => {
    const storeEntries = scopeBind(storeEntriesFx, { safe: true })
    const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
    const changed: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES; page += 1) {
      const response = await services.api.entries.search({ q: query, limit: PAGE, cursor })
      receiveFeeds(feedsFromWire(response.data))
      const entries = response.data.map((item) => entryFromWire(item, view))
      changed.push(...(await storeEntries({ entries, requestedAt: writes })).changed)
      cursor = response.cursor
      if (cursor === undefined) break
    }
    return changed
  },
})
sample({
  clock: [
    locationEntered,
    timelineRefetched,
    $ready.updates,
    $session.updates.filter({ fn: ({ status }) => status === 'authenticated' }),
  ],
  source: { ready: $ready, session: $session, source: $source, view: $view },
  filter: ({ ready, session, source }) =>
    ready && session.status === 'authenticated' && source.kind === 'search',
  fn: ({ source, view }) => ({ query: source.kind === 'search' ? source.query : '', view }),
  target: fetchFx,
})
sample({ clock: fetchFx.doneData, target: entrySummariesChanged })
sample({
  clock: fetchFx.done,
  source: $source,
  filter: (source, { params, result }) =>
    result.length > 0 && source.kind === 'search' && source.query === params.query,
  fn: () => {},
  target: localRowsAdded,
})

const unreadFx = attach({
  source: $services,
  effect: async ({ local }, query: string) => {
    const hits = await local.call('entries.query', { select: `(${query}) is:unread`, limit: MARKED_AT_ONCE })
    return hits.map(({ id, feedId }) => ({ id, feedId }))
  },
})
sample({
  clock: allMarked,
  source: $source,
  filter: (source, { scope }) => scope === 'source' && source.kind === 'search',
  fn: (source) => (source.kind === 'search' ? source.query : ''),
  target: unreadFx,
})
sample({
  clock: unreadFx.doneData,
  filter: (entries) => entries.length > 0,
  fn: (entries) => ({ args: { entries, read: true } }),
  target: markRead.requested,
})
