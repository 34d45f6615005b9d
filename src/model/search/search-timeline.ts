/** The timeline of a query: fetching entries that follow.db lacks, and marking all of it as read. */
import { attach, combine, createStore, sample } from 'effector'
import { asApiError, type ApiError } from '../../api/index.ts'
import { datedQuery, narrowQuery, ranksEntries } from '../../contract/query/narrow-query.ts'
import { $ready } from '../app/ready.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $source, $view, locationEntered } from '../location/index.ts'
import { $online } from '../network/index.ts'
import { allMarked, markRead } from '../reads/changes.ts'
import { $session } from '../session/state.ts'
import { listOpened, remoteFailed, remoteReceived } from '../timeline/list.ts'
import { localRowsAdded } from '../timeline/open.ts'
import { feedTagsStored } from '../subscriptions/tags.ts'
import { endReached, timelineRefetched } from '../timeline/state.ts'
import { createMatchesFx, type MatchesRequest } from './fetch-matches.ts'
import { selectEntriesFx } from './select-entries.ts'

/** Pages fetched when the timeline opens; the others when its end is seen. */
const FIRST_PAGES = 3

const fetchFx = createMatchesFx()
const $search = combine($source, $view, (source, view) =>
  source.kind === 'search' ? { query: datedQuery(source.query), view } : null,
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
  fn: ({ search }): MatchesRequest => ({
    query: '',
    view: 0,
    ...search,
    cursor: undefined,
    pages: FIRST_PAGES,
  }),
  target: fetchFx,
})

// The query may name tags, which other feeds have now.
sample({
  clock: feedTagsStored,
  source: $search,
  filter: (search) => search !== null,
  fn: () => {},
  target: timelineRefetched,
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
  fn: ({ search, next }): MatchesRequest => ({
    query: '',
    view: 0,
    ...search,
    cursor: next?.cursor,
    pages: 1,
  }),
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
  clock: fetched.filter({ fn: ({ changed, ranked }) => changed.length > 0 || ranked }),
  fn: () => {},
  target: localRowsAdded,
})
/** Why the server did not rank the current query: without it there is nothing to show. */
const $refused = createStore<{ readonly query: string; readonly error: ApiError } | null>(null, {
  serialize: 'ignore',
})
  .on(fetchFx.fail, (_, { params: { query }, error }) =>
    ranksEntries(query)
      ? { query, error: asApiError(error) ?? { kind: 'failed', status: 0, message: String(error) } }
      : null,
  )
  .reset(fetchFx)
// Reopening the list resets whether there is more, and what went wrong.
const reopened = sample({
  clock: [fetched, listOpened, $refused.updates.filter({ fn: (refused) => refused !== null })],
  source: { search: $search, next: $next, refused: $refused },
  filter: ({ search }) => search !== null,
  fn: ({ search, next, refused }) => ({
    more: next !== null && next.query === search?.query,
    error: refused !== null && refused.query === search?.query ? refused.error : null,
  }),
})
sample({
  clock: reopened.filter({ fn: ({ error }) => error === null }),
  fn: ({ more }) => ({ more }),
  target: remoteReceived,
})
sample({ clock: reopened.filterMap(({ error }) => error ?? undefined), target: remoteFailed })

const unreadFx = attach({ effect: selectEntriesFx })
sample({
  clock: allMarked,
  source: $source,
  filter: (source, { scope }) => scope === 'source' && source.kind === 'search',
  fn: (source) => (source.kind === 'search' ? narrowQuery(source.query, 'is:unread') : ''),
  target: unreadFx,
})
sample({
  clock: unreadFx.doneData,
  filter: (hits) => hits.length > 0,
  fn: (hits) => ({ args: { entries: hits.map(({ id, feedId }) => ({ id, feedId })), read: true } }),
  target: markRead.requested,
})
