/** Fetches the pages of a list from the server into follow.db, as far as the user scrolls. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { asApiError, type ApiError } from '../../api/index.ts'
import { $ready } from '../app/ready.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { storeEntriesFx, type StoreEntries } from '../entries/store-entries.ts'
import { wentOnline } from '../network/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'
import { $session, isSignedOut } from '../session/state.ts'
import type { RemotePage } from './fetch-page.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import {
  $list,
  pageReceived,
  remoteReceived,
  remoteRequested,
  remoteFailed,
  type TimelineList,
} from './list.ts'
import { $oldestFirst } from './list-options.ts'
import { FIRST_PAGE, localPageRequested } from './local-pages.ts'
import { missingIds } from './merge.ts'
import { $scope, $turn, opened, localRowsAdded } from './open.ts'
import type { TimelineScope } from './scope.ts'
import { endReached } from './state.ts'

/** Pages fetched in a row: those that show nothing new while the end is visible, and those that fill a gap. */
const PAGES_IN_A_ROW = 20
/** Pages that a list with the oldest first fetches by itself: its beginning is on the last one. */
const OLDEST_FIRST_PAGES = 50

/** The cursor of each scope's next page; null at the end. */
type Cursors = ReadonlyMap<string, string | null>
const cursorMoved = createEvent<{ key: string; cursor: string | null }>()
const $cursors = createStore<Cursors>(new Map(), { serialize: 'ignore' })
  .on(cursorMoved, (cursors, { key, cursor }) => new Map(cursors).set(key, cursor))
  // Older entries may have been stored since the end was found; a known first page would not tell.
  .on(localRowsAdded, () => new Map())

type RemotePageRequest = {
  readonly turn: number
  readonly scope: TimelineScope
  readonly cursor: string | null
  readonly fresh: boolean
  readonly pagesBefore: number
}
const fetchPageFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { scope, cursor, fresh }: RemotePageRequest): Promise<RemotePage> => {
    const queryKey = ['timeline', scope.key, cursor ?? 'top']
    if (fresh) services.queryClient.removeQueries({ queryKey })
    const storeEntries = scopeBind(storeEntriesFx, { safe: true })
    const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
    const receive: StoreEntries = (entries) => storeEntries({ entries, requestedAt: writes })
    return services.queryClient.fetchQuery({
      queryKey,
      queryFn: async () => {
        const { fetchPage } = await import('./fetch-page.ts')
        return fetchPage({ ...services, receive, receiveFeeds }, scope, cursor)
      },
    })
  },
})

sample({
  clock: opened,
  filter: ({ requestsRemote }) => requestsRemote,
  fn: ({ turn, scope, fresh }) => ({ turn, scope, fresh, cursor: null, pagesBefore: 0 }),
  target: fetchPageFx,
})

const pageFetched = sample({
  clock: fetchPageFx.done,
  source: { turn: $turn, list: $list, cursors: $cursors },
  filter: ({ turn }, { params }) => turn === params.turn,
  fn: ({ list, cursors }, { params, result }) => ({
    request: params,
    page: result,
    ...comparePage(list, result, params.cursor, cursors.get(params.scope.key)),
  }),
})

/** The effect of a page of the server on the list. */
type PageEffect = {
  /** It has rows that the list lacks or shows differently. */
  readonly changesList: boolean
  /** The next page is needed too: this one showed nothing new, or left a gap. */
  readonly needsNext: boolean
  /** The cursor of the next page; null at the end. */
  readonly cursor: string | null
}
function comparePage(
  list: TimelineList,
  { listed, next, changed }: RemotePage,
  requestedCursor: string | null,
  knownCursor: string | null | undefined,
): PageEffect {
  const fresh = missingIds(list.listed, listed)
  const nothingNew = fresh.ids.length === 0
  // A first page without anything new leaves the cursor where it was; with something new there may be a gap between.
  const keepsCursor = requestedCursor === null && nothingNew && knownCursor !== undefined
  // More entries arrived than one page holds: entries between its last one and the older listed ones are missing.
  const leavesGap =
    next !== null &&
    listed.ids.at(-1) === fresh.ids.at(-1) &&
    (list.listed.times.at(-1) ?? Infinity) < Date.parse(next)
  return {
    changesList: listed.ids.length > 0 && (!nothingNew || changed.length > 0),
    needsNext: leavesGap || (requestedCursor !== null && nothingNew),
    cursor: keepsCursor ? knownCursor : next,
  }
}

sample({
  clock: pageFetched,
  fn: ({ request, cursor }) => ({ key: request.scope.key, cursor }),
  target: cursorMoved,
})
sample({
  clock: pageFetched,
  filter: ({ changesList }) => changesList,
  fn: ({ request: { turn, scope, cursor }, page }) => ({
    turn,
    scope,
    after: cursor === null ? null : { publishedAt: Date.parse(cursor), id: '' },
    limit: Math.max(FIRST_PAGE, page.listed.ids.length * 2),
    onward: false,
  }),
  target: localPageRequested,
})
sample({ clock: pageFetched, fn: ({ cursor }) => ({ more: cursor !== null }), target: remoteReceived })
// Also of a location that was left meanwhile: its rows are stored, so they are read again.
sample({ clock: fetchPageFx.doneData, fn: ({ changed }) => changed, target: entrySummariesChanged })
sample({
  clock: pageFetched,
  filter: ({ request, page, needsNext }) =>
    needsNext && page.next !== null && request.pagesBefore < PAGES_IN_A_ROW,
  fn: ({ request, page }) => ({ ...request, cursor: page.next, pagesBefore: request.pagesBefore + 1 }),
  target: [fetchPageFx, remoteRequested],
})

/** Stays true until other rows are listed: while the rows stay the same, the end is not reported again. */
const $endVisible = createStore(false, { serialize: 'ignore' })
  .on(endReached, () => true)
  .on($list.map(({ listed }) => listed).updates, () => false)
/** Pages fetched since the list was opened. */
const $pages = createStore(0, { serialize: 'ignore' })
  .on(pageFetched, (pages) => pages + 1)
  .reset(opened)
const addedNothing = pageFetched.filter({ fn: ({ changesList, needsNext }) => !changesList && !needsNext })
sample({
  clock: [endReached, pageReceived, addedNothing, $oldestFirst.updates],
  source: {
    endVisible: $endVisible,
    turn: $turn,
    scope: $scope,
    cursors: $cursors,
    list: $list,
    oldestFirst: $oldestFirst,
    pages: $pages,
  },
  // After a failure the page is requested by hand or when the connection is back: the end stays visible.
  filter: ({ endVisible, oldestFirst, pages, scope, list }) =>
    (endVisible || (oldestFirst && pages < OLDEST_FIRST_PAGES)) &&
    scope.remote !== null &&
    list.localDone &&
    list.remoteMore &&
    list.remote === 'settled',
  fn: ({ turn, scope, cursors }) => ({
    turn,
    scope,
    cursor: cursors.get(scope.key) ?? null,
    fresh: false,
    pagesBefore: 0,
  }),
  target: [fetchPageFx, remoteRequested],
})
sample({
  clock: fetchPageFx.fail,
  source: $turn,
  filter: (turn, { params }) => turn === params.turn,
  fn: (_, { error }): ApiError => asApiError(error) ?? { kind: 'failed', status: 0, message: String(error) },
  target: remoteFailed,
})

sample({
  clock: $session.updates.filter({ fn: isSignedOut }),
  fn: () => ({ more: false }),
  target: remoteReceived,
})
// Signed in, or online again: the server may have what the list lacks; follow.db has nothing new.
const signedIn = $session.updates.filter({ fn: ({ status }) => status === 'authenticated' })
sample({
  clock: [signedIn, wentOnline],
  source: { ready: $ready, turn: $turn, scope: $scope, session: $session },
  filter: ({ ready, scope, session }) => ready && scope.remote !== null && session.status === 'authenticated',
  fn: ({ turn, scope }) => ({ turn, scope, fresh: false, cursor: null, pagesBefore: 0 }),
  target: [fetchPageFx, remoteRequested],
})

/** The first page of the current list was fetched, with the key of its scope. */
export const topPageFetched = pageFetched.filterMap(({ request, page }) =>
  request.cursor === null ? { key: request.scope.key, page: page.listed } : undefined,
)

/** The first page of a scope was fetched. */
export const topFetched = sample({
  clock: fetchPageFx.done,
  filter: ({ params }) => params.cursor === null,
  fn: ({ params }) => params.scope,
})
