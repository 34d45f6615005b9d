/**
 * The list of a place: follow.db's first page at once, its rest when nothing is in the way, the server's pages beside
 * it. What is listed always comes from follow.db; the server only fills it.
 */
import { attach, combine, createEvent, createStore, sample, scopeBind, type Event } from 'effector'
import { asApiError, type ApiError } from '../../api/index.ts'
import type { TimelineAsk } from '../../local/calls.ts'
import { $ready, firstRowsShown } from '../app/ready.ts'
import { headsChanged } from '../entries/heads.ts'
import { headsLoaded } from '../entries/state.ts'
import { receiveEntriesFx, type Receive } from '../entries/receive.ts'
import { wentOnline } from '../network/index.ts'
import { $writes } from '../outbox/writes.ts'
import { $source, $view, placeEntered } from '../place/index.ts'
import { $services, type Services } from '../services.ts'
import { $session, isNobody, type Session } from '../session/state.ts'
import { $general } from '../settings/index.ts'
import { NONCE } from '../subscriptions/changes.ts'
import { $following } from '../subscriptions/tree.ts'
import type { RemotePage } from './fetch-page.ts'
import { idText } from './ids.ts'
import { $list, $listed, listOpened, pageCame, serverAnswered, serverAsked, serverFailed } from './list.ts'
import { listedOf, unlisted } from './merge.ts'
import { scopeOf, type Scope } from './scope.ts'
import { $unreadOnly, endReached, timelineRefetched } from './state.ts'

const FIRST_PAGE = 200
/** About as many as a tall window draws, those just below its edge included. */
const FIRST_ROWS = 40
const CHUNK = 5000
/** Asked for in a row: pages that show nothing new while the end is in sight, and those that fill a gap. */
const PAGES_IN_A_ROW = 20

export const $scope = combine(
  { view: $view, source: $source, followed: $following, general: $general },
  ({ followed, general, ...place }): Scope =>
    scopeOf(place, followed, {
      unreadOnly: general.unreadOnly,
      excludePrivate: general.hidePrivateSubscriptionsInTimeline,
      autoGroup: general.autoGroup,
    }),
)
/** Which list of which feeds, as one text. */
const $listId = $scope.map(({ key, of }) => ('feedIds' in of ? `${key}|${of.feedIds.join()}` : key))

/** replace: what was read meanwhile leaves an unread-only list; fresh: ask the server although the answer is young. */
type Wish = { readonly replace: boolean; readonly fresh: boolean }
const openAsked = createEvent<Wish>()
const whenStarted = <T>(clock: Event<T>, wish: Wish) =>
  sample({ clock, source: $ready, filter: Boolean, fn: () => wish, target: openAsked })
sample({ clock: firstRowsShown, fn: () => ({ replace: true, fresh: false }), target: openAsked })
whenStarted(placeEntered, { replace: true, fresh: false })
whenStarted($unreadOnly.updates, { replace: true, fresh: false })
whenStarted(timelineRefetched, { replace: true, fresh: true })
/** Entries of this place came into follow.db behind the list's back. */
export const placeFilled = createEvent()
whenStarted(placeFilled, { replace: false, fresh: true })
const signedIn = $session.updates.filter({ fn: ({ status }) => status === 'authenticated' })

/** Feeds that joined add to the list, from the server; where one left (unfollowed, moved), its entries go too. */
const $opened = createStore<Pick<Scope, 'key' | 'of'>>(
  { key: '', of: { feedIds: [] } },
  { serialize: 'ignore' },
)
sample({
  clock: $listId.updates,
  source: { ready: $ready, before: $opened, scope: $scope },
  filter: ({ ready }) => ready,
  fn: ({ before, scope }) => ({
    replace: someMissing(before.of, scope.of),
    fresh: before.key === scope.key && someMissing(scope.of, before.of),
  }),
  target: openAsked,
})

/** Answers carry the turn they were asked in; those of a place that was left meanwhile are dropped. */
const canAsk = (scope: Scope, session: Session): boolean =>
  session.status === 'authenticated' && mayAsk(scope, session)
/** Until it is known who is here the end of what follow.db has is not the list's. */
const mayAsk = (scope: Scope, session: Session): boolean =>
  scope.source.kind !== 'inbox' && !isNobody(session)

const $turn = createStore(0, { serialize: 'ignore' }).on(openAsked, (turn) => turn + 1)
type Turn = { readonly turn: number; readonly scope: Scope }
const opened = sample({
  clock: openAsked,
  source: { turn: $turn, scope: $scope, session: $session },
  fn: ({ turn, scope, session }, wish) => ({
    turn,
    scope,
    ...wish,
    asksServer: canAsk(scope, session),
    expectsServer: mayAsk(scope, session),
  }),
})
sample({
  clock: opened,
  fn: ({ scope, replace, expectsServer }) => ({ key: scope.key, replace, expectsServer }),
  target: listOpened,
})

$opened.on(opened, (_, { scope }) => scope)

type PageAsk = Turn & {
  readonly after: TimelineAsk['after']
  readonly limit: number
  readonly heads?: number
  readonly onward: boolean
}
const pageFx = attach({
  source: $services,
  effect: async ({ local }, { scope: { of, unreadOnly }, after, limit, heads }: PageAsk) => {
    const ask = { of, unreadOnly, after, limit }
    const page = await local.call('timeline.page', heads ? { ...ask, heads } : ask)
    return { ...page, ...listedOf(page) }
  },
})
/** follow.db was asked for the list of a place, and has answered or failed. */
export const $localPageRead = createStore(false, { serialize: 'ignore' }).on(pageFx.finally, () => true)
const pageHere = sample({
  clock: pageFx.done,
  source: $turn,
  filter: (turn, { params }) => turn === params.turn,
  fn: (_, { params, result: page }) => ({ params, page }),
})
sample({
  clock: opened,
  fn: ({ turn, scope }): PageAsk => ({
    turn,
    scope,
    after: null,
    limit: FIRST_PAGE,
    heads: FIRST_ROWS,
    onward: true,
  }),
  target: pageFx,
})
// The rows before the list that shows them.
sample({
  clock: pageHere,
  filter: ({ page }) => Boolean(page.heads?.length),
  fn: ({ page }) => page.heads ?? [],
  target: headsLoaded,
})
sample({ clock: pageHere, fn: ({ params, page }) => ({ page, onward: params.onward }), target: pageCame })
sample({
  clock: pageHere,
  filter: ({ params, page }) => params.onward && !page.done,
  fn: ({ params, page }): PageAsk => ({
    ...params,
    limit: CHUNK,
    heads: 0,
    after: { publishedAt: page.times.at(-1) ?? 0, id: idText(page.ids.at(-1)) },
  }),
  target: pageFx,
})

/** How far the server was walked, by scope: the cursor of the next page; null at the end. */
const walked = createEvent<{ key: string; cursor: string | null }>()
const $walks = createStore<ReadonlyMap<string, string | null>>(new Map(), { serialize: 'ignore' })
  .on(walked, (walks, { key, cursor }) => new Map(walks).set(key, cursor))
  // Where the end was, a whole library may have come since: a first page that is known by then would not tell.
  .on(placeFilled, () => new Map())

type RemoteAsk = Turn & {
  readonly cursor: string | null
  readonly fresh: boolean
  readonly pagesBefore: number
}
const remoteFx = attach({ source: { services: $services, writes: $writes }, effect: askServer })
sample({
  clock: opened,
  filter: ({ asksServer }) => asksServer,
  fn: ({ turn, scope, fresh }): RemoteAsk => ({ turn, scope, fresh, cursor: null, pagesBefore: 0 }),
  target: remoteFx,
})

const answerHere = sample({
  clock: remoteFx.done,
  source: { turn: $turn, list: $list, walks: $walks },
  filter: ({ turn }, { params }) => turn === params.turn,
  fn: ({ list, walks }, { params, result }) => {
    const { listed, next } = result
    const fresh = unlisted(list.listed, listed)
    const nothingNew = fresh.ids.length === 0
    const walkedTo = walks.get(params.scope.key)
    // A first page without anything new leaves the walk where it was, at its end too; with something new there may be
    // a gap between.
    const stays = params.cursor === null && nothingNew && walkedTo !== undefined
    // More came since than one page holds: between its last entry and the older ones that are listed others are missing.
    const gap =
      next !== null &&
      listed.ids.at(-1) === fresh.ids.at(-1) &&
      (list.listed.times.at(-1) ?? Infinity) < Date.parse(next)
    const onward = gap || (params.cursor !== null && nothingNew)
    const brings = listed.ids.length > 0 && (!nothingNew || result.changed.length > 0)
    return { ask: params, result, brings, onward, cursor: stays ? walkedTo : next }
  },
})
sample({ clock: answerHere, fn: ({ ask, cursor }) => ({ key: ask.scope.key, cursor }), target: walked })
sample({
  clock: answerHere,
  filter: ({ brings }) => brings,
  fn: ({ ask, result }): PageAsk => ({
    turn: ask.turn,
    scope: ask.scope,
    after: ask.cursor === null ? null : { publishedAt: Date.parse(ask.cursor), id: '' },
    limit: Math.max(FIRST_PAGE, result.listed.ids.length * 2),
    onward: false,
  }),
  target: pageFx,
})
sample({ clock: answerHere, fn: ({ cursor }) => ({ more: cursor !== null }), target: serverAnswered })
/** A server's page is kept whether or not its place was left: the rows it changed are read anew. */
sample({
  clock: remoteFx.doneData,
  fn: ({ changed }) => changed,
  target: headsChanged,
})
sample({
  clock: answerHere,
  filter: ({ ask, result, onward }) => onward && result.next !== null && ask.pagesBefore < PAGES_IN_A_ROW,
  fn: ({ ask, result }): RemoteAsk => ({
    ...ask,
    cursor: result.next,
    pagesBefore: ask.pagesBefore + 1,
  }),
  target: [remoteFx, serverAsked],
})
/** It is until something else is listed: while the rows stay the same nobody says so again. */
const $endInSight = createStore(false, { serialize: 'ignore' })
  .on(endReached, () => true)
  .on($listed.updates, () => false)
const addedNothing = answerHere.filter({ fn: ({ brings, onward }) => !brings && !onward })
sample({
  clock: [endReached, pageCame, addedNothing],
  source: { inSight: $endInSight, turn: $turn, scope: $scope, walks: $walks, list: $list },
  // Who could not be asked a moment ago is asked again by the way back, or by hand: the end of a list is always in sight.
  filter: ({ inSight, list }) => inSight && list.localDone && list.remoteMore && list.remote === 'settled',
  fn: ({ turn, scope, walks }): RemoteAsk => ({
    turn,
    scope,
    cursor: walks.get(scope.key) ?? null,
    fresh: false,
    pagesBefore: 0,
  }),
  target: [remoteFx, serverAsked],
})
sample({
  clock: remoteFx.fail,
  source: $turn,
  filter: (turn, { params }) => turn === params.turn,
  fn: (_, { error }): ApiError => asApiError(error) ?? { kind: 'failed', status: 0, message: String(error) },
  target: serverFailed,
})
// Nobody is here who could ask.
sample({
  clock: $session.updates.filter({ fn: isNobody }),
  fn: () => ({ more: false }),
  target: serverAnswered,
})
// Somebody is known to the server, or it is back: it has what the list lacks, and follow.db nothing new.
sample({
  clock: [signedIn, wentOnline],
  source: { ready: $ready, turn: $turn, scope: $scope, session: $session },
  filter: ({ ready, scope, session }) => ready && canAsk(scope, session),
  fn: ({ turn, scope }): RemoteAsk => ({ turn, scope, fresh: false, cursor: null, pagesBefore: 0 }),
  target: [remoteFx, serverAsked],
})
/** The server has just been asked for the top of this place. */
export const topFetched = sample({
  clock: remoteFx.done,
  filter: ({ params }) => params.cursor === null,
  fn: ({ params }) => params.scope,
})

async function askServer(
  { services, writes }: { services: Services; writes: number },
  { scope, cursor, fresh }: RemoteAsk,
): Promise<RemotePage> {
  const queryKey = ['timeline', scope.key, cursor ?? 'top']
  if (fresh) services.queryClient.removeQueries({ queryKey })
  const receiveHere = scopeBind(receiveEntriesFx, { safe: true })
  const receive: Receive = (entries) => receiveHere({ entries, askedAt: writes })
  return services.queryClient.fetchQuery({
    queryKey,
    queryFn: async () => {
      const { fetchPage } = await import('./fetch-page.ts')
      return fetchPage({ ...services, receive }, scope, cursor)
    },
  })
}

/** Whether the one holds feeds, known to the server, that the other does not. Stars and feeds have nothing in common. */
function someMissing(one: Scope['of'], other: Scope['of']): boolean {
  if (!('feedIds' in one && 'feedIds' in other)) return true
  const there = new Set(other.feedIds)
  return one.feedIds.some((id) => !there.has(id) && !id.startsWith(NONCE))
}
