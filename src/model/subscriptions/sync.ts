/** Fills the tables: from follow.db at startup, then from the server, and stores the result in follow.db. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import type { Rows } from '../../core/index.ts'
import type { LocalFeed, LocalList, SubscriptionSet } from '../../local/calls.ts'
import { errorNotified } from '../app/events.ts'
import { localRowsCleared } from '../app/ready.ts'
import { outboxReadRequested } from '../outbox/restore.ts'
import { mutationsAccepted, mutationsRejected, mutationsConfirmed } from '../outbox/send.ts'
import { $outbox } from '../outbox/state.ts'
import { $mutationVersion, freshResponses } from '../outbox/mutation-version.ts'
import { $services, type Services } from '../services.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import {
  countsRequested,
  entryFeedsReceived,
  feedsReceived,
  listAmountsReceived,
  subscriptionsRequested,
} from './events.ts'
import { fromWire, isValidSubscription } from './from-wire.ts'
import { counts, feeds, inboxes, lists, subscriptions } from './tables.ts'

const setReceived = createEvent<SubscriptionSet>()
const countsReceived = createEvent<Readonly<Record<string, number>>>()
const byId = <T extends { readonly id: string }>(rows: readonly T[]): Rows<T> =>
  new Map(rows.map((row) => [row.id, row]))
sample({ clock: setReceived, fn: (set) => byId(set.subscriptions), target: subscriptions.replaced })
// The set has the subscribed feeds; feeds of lists were received with their entries and are preserved.
sample({
  clock: setReceived,
  source: feeds.$confirmed,
  fn: (existing, set) => {
    const subscribed = byId(set.feeds.map((feed) => withStoredData(feed, existing.get(feed.id))))
    return new Map([...subscribed, ...[...existing].filter(([id]) => !subscribed.has(id))])
  },
  target: feeds.replaced,
})
sample({
  clock: setReceived,
  source: lists.$confirmed,
  fn: (existing, set) => byId(set.lists.map((list) => withStoredAmounts(list, existing.get(list.id)))),
  target: lists.replaced,
})
sample({ clock: setReceived, fn: (set) => byId(set.inboxes), target: inboxes.replaced })
sample({ clock: countsReceived, fn: (map) => new Map(Object.entries(map)), target: counts.replaced })

/** Reads follow.db, before any request to the server. */
export const readLocalSubscriptionsFx = attach({
  source: $services,
  effect: async ({ local }) => {
    const [set, unread] = await Promise.all([local.call('subscriptions.all'), local.call('unread.all')])
    return { set, unread }
  },
})
sample({ clock: readLocalSubscriptionsFx.doneData, fn: ({ set }) => set, target: setReceived })
sample({ clock: readLocalSubscriptionsFx.doneData, fn: ({ unread }) => unread, target: countsReceived })

/** The list of subscriptions and the entries lack the statistics, and the list lacks the tippers. */
function withStoredData(feed: LocalFeed, stored: LocalFeed | undefined): LocalFeed {
  if (!stored) return feed
  const { subscriptionCount, updatesPerWeek, latestEntryPublishedAt, tipUsers } = stored
  return {
    ...feed,
    subscriptionCount,
    updatesPerWeek,
    latestEntryPublishedAt,
    tipUsers: feed.tipUsers ?? tipUsers,
  }
}

/** Only the call for the user's own lists has these. */
function withStoredAmounts(list: LocalList, stored: LocalList | undefined): LocalList {
  return { subscriptionCount: stored?.subscriptionCount, purchaseAmount: stored?.purchaseAmount, ...list }
}

const putFeedsFx = attach({
  source: $services,
  effect: ({ local }, rows: readonly LocalFeed[]) => local.call('feeds.put', rows),
})
/** For subscribed feeds, the list of subscriptions has more data than the entries do, except the tippers. */
sample({
  clock: entryFeedsReceived,
  source: { existing: feeds.$confirmed, subscribed: subscriptions.$rows },
  fn: ({ existing, subscribed }, received) =>
    received.flatMap((feed): LocalFeed[] => {
      const stored = existing.get(feed.id)
      if (!subscribed.has(`feed/${feed.id}`)) return [withStoredData(feed, stored)]
      return stored ? [{ ...stored, tipUsers: feed.tipUsers }] : []
    }),
  target: feedsReceived,
})
const changedFeeds = sample({
  clock: feedsReceived,
  source: feeds.$confirmed,
  fn: (existing, received) => [
    ...byId(received.filter((feed) => !isUnchanged(existing.get(feed.id), feed))).values(),
  ],
}).filter({ fn: (rows) => rows.length > 0 })
sample({ clock: changedFeeds, fn: (rows) => Object.fromEntries(byId(rows)), target: feeds.received })
sample({ clock: changedFeeds, target: putFeedsFx })

const $sending = $outbox.map((rows) => rows.some(({ state }) => state === 'sending'))

/** Fetches again when a mutation was sent or acknowledged during the request: the response may be stale. */
function fetchBetweenMutations<T>(
  requested: typeof countsRequested,
  fetchFx: (receive: (data: T) => void, services: Services) => Promise<unknown>,
) {
  const received = createEvent<{ data: T; version: number }>()
  const fx = attach({
    source: { services: $services, version: $mutationVersion },
    effect: ({ services, version }) => {
      const receive = scopeBind(received, { safe: true })
      return fetchFx((data) => receive({ data, version }), services)
    },
  })
  const $isRequested = createStore(false, { serialize: 'ignore' })
    .on(requested, () => true)
    .on(fx, () => false)
  sample({
    clock: [requested, fx.finally, $sending],
    source: { isRequested: $isRequested, busy: fx.pending, sending: $sending },
    filter: ({ isRequested, busy, sending }) => isRequested && !busy && !sending,
    fn: () => {},
    target: fx,
  })
  const fresh = freshResponses(received, requested)
  return { received: fresh.map(({ data }) => data), fx }
}

type ReceivedSet = SubscriptionSet & { readonly hasInvalid: boolean }
const list = fetchBetweenMutations<ReceivedSet>(subscriptionsRequested, (receive, services) =>
  services.queryClient.fetchQuery({
    queryKey: ['subscriptions'],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await services.api.subscriptions.list({})
      const valid = data.filter(isValidSubscription)
      receive({ ...fromWire(valid), hasInvalid: valid.length < data.length })
      return data.length
    },
  }),
)
const unread = fetchBetweenMutations<Record<string, number>>(countsRequested, (receive, services) =>
  services.queryClient.fetchQuery({
    queryKey: ['counts'],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await services.api.reads.counts({})
      receive(data)
      return Object.keys(data).length
    },
  }),
)
/** The server's list of subscriptions was received. */
export const subscriptionsReceived = list.received
sample({ clock: list.received, target: setReceived })
/** The server has been asked once: what is not among the subscriptions is not followed, as far as can be known. */
export const $areSubscriptionsKnown = createStore(false, { serialize: 'ignore' })
  .on(list.fx.finally, () => true)
  .reset(localRowsCleared)
sample({
  clock: list.received.filter({ fn: ({ hasInvalid }) => hasInvalid }),
  fn: () => ({ key: 'errors:client.invalidSubscription' }),
  target: errorNotified,
})
sample({ clock: unread.received, target: countsReceived })
/** The server may have counted a change that was sent more than once before its response was received. */
sample({
  clock: mutationsAccepted,
  filter: ({ rows }) => rows.some(({ attempts }) => attempts > 0),
  fn: () => {},
  target: countsRequested,
})

/** Counts of later changes were computed on top of the refused one. */
sample({ clock: mutationsRejected, fn: () => {}, target: countsRequested })

/** Number of followers and income of the user's own lists. */
sample({
  clock: listAmountsReceived,
  source: lists.$confirmed,
  fn: (existing, received) =>
    Object.fromEntries(
      received.flatMap(({ id, ...amounts }) => {
        const row = existing.get(id)
        return row ? [[id, { ...row, ...amounts }]] : []
      }),
    ),
  target: lists.received,
})

const storeSetFx = attach({
  source: {
    services: $services,
    subscriptions: subscriptions.$confirmed,
    feeds: feeds.$confirmed,
    lists: lists.$confirmed,
    inboxes: inboxes.$confirmed,
  },
  effect: ({ services, ...set }) =>
    services.local.call('subscriptions.replace', {
      subscriptions: [...set.subscriptions.values()],
      feeds: [...set.feeds.values()],
      lists: [...set.lists.values()],
      inboxes: [...set.inboxes.values()],
    }),
})
const storeCountsFx = attach({
  source: { services: $services, counts: counts.$confirmed },
  effect: ({ services, counts: map }) => services.local.call('unread.replace', Object.fromEntries(map)),
})
const subscriptionsConfirmed = mutationsConfirmed.filter({
  fn: (rows) => rows.some(({ noun }) => noun === 'subscriptions'),
})
sample({
  clock: [list.received, subscriptionsConfirmed, listAmountsReceived],
  fn: () => {},
  target: storeSetFx,
})
sample({ clock: [unread.received, mutationsConfirmed], fn: () => {}, target: storeCountsFx })
/** Incremented when confirmed rows are stored: earlier reads of follow.db are stale. */
export const $storedVersion = createStore(0, { serialize: 'ignore' }).on(
  [storeSetFx, storeCountsFx],
  (version) => version + 1,
)
// Not earlier: older rows of follow.db would overwrite the response.
sample({ clock: [storeCountsFx.finally, unread.fx.fail], fn: () => {}, target: outboxReadRequested })

/** Compares the received properties only: follow.db has defaults for the others. */
function isUnchanged(existing: LocalFeed | undefined, received: LocalFeed): boolean {
  if (!existing) return false
  const stored: Readonly<Record<string, unknown>> = existing
  return Object.entries(received).every(([key, value]) => deepEqual(stored[key] ?? null, value ?? null))
}
