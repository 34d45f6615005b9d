/** The timeline of a query: what the server has beyond follow.db, and marking all of it as read. */
import { attach, combine, createStore, sample, scopeBind } from 'effector'
import { $ready } from '../app/ready.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $source, $view, locationEntered } from '../location/index.ts'
import { $online } from '../network/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { allMarked } from '../reads/events.ts'
import { markRead } from '../reads/changes.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import { listOpened, remoteReceived } from '../timeline/list.ts'
import { localRowsAdded } from '../timeline/open.ts'
import { endReached, timelineRefetched } from '../timeline/state.ts'
import type { View } from '../../contract/views.ts'

const PAGE = 100
/** Pages fetched when the timeline opens; the others when its end is seen. */
const FIRST_PAGES = 3
/** Entries that one request marks. */
const MARKED_AT_ONCE = 500

type Fetch = {
  readonly query: string
  readonly view: View
  /** Of the page before; undefined: the first page. */
  readonly cursor: string | undefined
  readonly pages: number
}
const fetchFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { query, view, cursor: from, pages }: Fetch) => {
    const storeEntries = scopeBind(storeEntriesFx, { safe: true })
    const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
    const changed: string[] = []
    let cursor = from
    for (let page = 0; page < pages; page += 1) {
      const response = await services.api.entries.search({ q: query, limit: PAGE, cursor })
      receiveFeeds(feedsFromWire(response.data))
      const entries = response.data.map((item) => entryFromWire(item, view))
      changed.push(...(await storeEntries({ entries, requestedAt: writes })).changed)
      cursor = response.cursor
      if (cursor === undefined) break
    }
    return { changed, cursor }
  },
})
const $search = combine($source, $view, (source, view) =>
  source.kind === 'search' ? { query: source.query, view } : null,
)
sample({
  clock: [
    locationEntered,
    timelineRefetched,
    $ready.updates,
    $session.updates.filter({ fn: ({ status }) => status === 'authenticated' }),
  ],
  source: { ready: $ready, session: $session, search: $search },
  filter: ({ ready, session, search }) => ready && session.status === 'authenticated' && search !== null,
  fn: ({ search }): Fetch => ({ query: '', view: 0, ...search, cursor: undefined, pages: FIRST_PAGES }),
  target: fetchFx,
})

/** Where the server's next page of the current query begins; null: it has no more, or was not queried. */
const $next = createStore<{ readonly query: string; readonly cursor: string } | null>(null, {
  serialize: 'ignore',
}).on(fetchFx.done, (_, { params: { query }, result: { cursor } }) =>
  cursor === undefined ? null : { query, cursor },
)
sample({
  clock: endReached,
  source: { search: $search, next: $next, online: $online, fetching: fetchFx.pending },
  filter: ({ search, next, online, fetching }) =>
    !fetching && online && search !== null && next?.query === search.query,
  fn: ({ search, next }): Fetch => ({ query: '', view: 0, ...search, cursor: next?.cursor, pages: 1 }),
  target: fetchFx,
})
sample({ clock: fetchFx.doneData, fn: ({ changed }) => changed, target: entrySummariesChanged })
const fetched = sample({
  clock: fetchFx.done,
  source: $search,
  filter: (search, { params }) => search?.query === params.query,
  fn: (_, { result }) => result,
})
sample({
  clock: fetched.filter({ fn: ({ changed }) => changed.length > 0 }),
  fn: () => {},
  target: localRowsAdded,
})
// Opening the list anew forgets that there is more.
sample({
  clock: [fetched, listOpened],
  source: { search: $search, next: $next },
  filter: ({ search }) => search !== null,
  fn: ({ search, next }) => ({ more: next !== null && next.query === search?.query }),
  target: remoteReceived,
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
