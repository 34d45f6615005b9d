/** Opens a list: the scope of the current location, when it is read again, and the turn that its pages belong to. */
import { combine, createEvent, createStore, sample, type Event } from 'effector'
import { $ready, localRowsLoaded } from '../app/ready.ts'
import { $source, $view, locationEntered, sourceKey } from '../location/index.ts'
import { $session, isSignedOut } from '../session/state.ts'
import { $general } from '../settings/index.ts'
import { $readingListIds } from '../reading-list/state.ts'
import { NONCE } from '../subscriptions/changes.ts'
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import { listCleared, listOpened } from './list.ts'
import { scopeOf, type TimelineScope } from './scope.ts'
import { $unreadOnly } from './list-options.ts'
import { timelineRefetched } from './state.ts'

export const $scope = combine(
  {
    view: $view,
    source: $source,
    subscriptions: $subscriptionIndex,
    general: $general,
    unreadOnly: $unreadOnly,
    readingList: $readingListIds,
  },
  ({ subscriptions, general, unreadOnly, readingList, ...location }): TimelineScope =>
    scopeOf(location, subscriptions, {
      unreadOnly,
      excludePrivate: general.hidePrivateSubscriptionsInTimeline,
      autoGroup: general.autoGroup,
      readingList,
    }),
)

/** Entries of this location were stored in follow.db, but not added to the list. */
export const localRowsAdded = createEvent()
/** All entries of these feeds and inboxes are read, in follow.db too. */
export const feedsRead = createEvent<readonly string[]>()

type OpenRequest = {
  /** Entries that were read meanwhile leave an unread-only list. */
  readonly replace: boolean
  /** Query the server although its last response is still fresh. */
  readonly fresh: boolean
}
const openRequested = createEvent<OpenRequest>()

sample({ clock: localRowsLoaded, fn: () => ({ replace: true, fresh: false }), target: openRequested })
openOn(locationEntered, { replace: true, fresh: false })
openOn($unreadOnly.updates, { replace: true, fresh: false })
openOn(timelineRefetched, { replace: true, fresh: true })
openOn(localRowsAdded, { replace: false, fresh: true })
// A list of unread entries shows when it is empty.
openOn(
  sample({
    clock: feedsRead,
    source: $scope,
    filter: ({ unreadOnly, of }, feedIds) =>
      unreadOnly && 'feedIds' in of && of.feedIds.every((id) => feedIds.includes(id)),
  }),
  { replace: true, fresh: false },
)

/** Local rows are loaded first: before, there is nothing to list. */
function openOn<T>(clock: Event<T>, request: OpenRequest) {
  sample({ clock, source: $ready, filter: Boolean, fn: () => request, target: openRequested })
}

/** Identifies the list and its feeds. */
const $listId = $scope.map(({ key, of }) => {
  if ('entryIds' in of) return `${key}|${of.entryIds.join()}`
  return 'feedIds' in of ? `${key}|${of.feedIds.join()}` : key
})
const $openedScope = createStore<Pick<TimelineScope, 'key' | 'of'>>(
  { key: '', of: { feedIds: [] } },
  { serialize: 'ignore' },
)
// New feeds add rows, which the server has; removed feeds remove theirs.
sample({
  clock: $listId.updates,
  source: { ready: $ready, before: $openedScope, scope: $scope },
  filter: ({ ready }) => ready,
  fn: ({ before, scope }) => ({
    replace: hasOtherFeeds(before.of, scope.of),
    fresh: before.key === scope.key && hasOtherFeeds(scope.of, before.of),
  }),
  target: openRequested,
})

/** Counts the openings. A page that was requested in an earlier turn is dropped. */
export const $turn = createStore(0, { serialize: 'ignore' }).on(openRequested, (turn) => turn + 1)

const $openedSource = createStore('', { serialize: 'ignore' })
const sourceOf = ({ view, source }: TimelineScope): string => `${view}|${sourceKey(source)}`

export const opened = sample({
  clock: openRequested,
  source: { turn: $turn, scope: $scope, session: $session, before: $openedSource },
  fn: ({ turn, scope, session, before }, request) => ({
    turn,
    scope,
    ...request,
    // Another setting of the same list, as unread only: the rows stay until the first page is read.
    keepsRows: sourceOf(scope) === before,
    // Until the session is known, the end of the local rows is not the end of the list.
    expectsRemote: scope.remote !== null && !isSignedOut(session),
    requestsRemote: scope.remote !== null && session.status === 'authenticated',
  }),
})
$openedScope.on(opened, (_, { scope }) => scope)
$openedSource.on(opened, (_, { scope }) => sourceOf(scope)).reset(listCleared)
sample({
  clock: opened,
  fn: ({ scope, replace, keepsRows, expectsRemote }) => ({
    key: scope.key,
    replace,
    keepsRows,
    expectsServer: expectsRemote,
  }),
  target: listOpened,
})

/** Whether `one` has feeds, known to the server, that `other` lacks. Stars and feeds have nothing in common. */
function hasOtherFeeds(one: TimelineScope['of'], other: TimelineScope['of']): boolean {
  if (!('feedIds' in one && 'feedIds' in other)) return true
  const feedIds = new Set(other.feedIds)
  return one.feedIds.some((id) => !feedIds.has(id) && !id.startsWith(NONCE))
}
