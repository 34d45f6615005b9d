/** The tables filled: from follow.db at once, from the server when it is time, and back into follow.db. */
import { attach, createEvent, createStore, sample, scopeBind, type Event } from 'effector'
import type { Rows } from '../../core/index.ts'
import type { LocalFeed, SubscriptionSet } from '../../local/calls.ts'
import { outboxReadRequested } from '../outbox/restore.ts'
import { mutationsAccepted, mutationsRejected, mutationsConfirmed } from '../outbox/send.ts'
import { $outbox } from '../outbox/state.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services, type Services } from '../services.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import { countsRequested, entryFeedsReceived, subscriptionsRequested } from './events.ts'
import { fromWire } from './from-wire.ts'
import { counts, feeds, inboxes, lists, subscriptions } from './tables.ts'

const setReceived = createEvent<SubscriptionSet>()
const countsReceived = createEvent<Readonly<Record<string, number>>>()
const byId = <T extends { readonly id: string }>(rows: readonly T[]): Rows<T> =>
  new Map(rows.map((row) => [row.id, row]))
sample({ clock: setReceived, fn: (set) => byId(set.subscriptions), target: subscriptions.replaced })
// The set has feeds that are followed; those of lists came with their entries, and stay.
sample({
  clock: setReceived,
  source: feeds.$confirmed,
  fn: (known, set) => {
    const followed = byId(set.feeds)
    return new Map([...followed, ...[...known].filter(([id]) => !followed.has(id))])
  },
  target: feeds.replaced,
})
sample({ clock: setReceived, fn: (set) => byId(set.lists), target: lists.replaced })
sample({ clock: setReceived, fn: (set) => byId(set.inboxes), target: inboxes.replaced })
sample({ clock: countsReceived, fn: (map) => new Map(Object.entries(map)), target: counts.replaced })

/** What follow.db has, before anything is asked of the network. */
export const readLocalSubscriptionsFx = attach({
  source: $services,
  effect: async ({ local }) => {
    const [set, unread] = await Promise.all([local.call('subscriptions.all'), local.call('unread.all')])
    return { set, unread }
  },
})
sample({ clock: readLocalSubscriptionsFx.doneData, fn: ({ set }) => set, target: setReceived })
sample({ clock: readLocalSubscriptionsFx.doneData, fn: ({ unread }) => unread, target: countsReceived })

/** Of a followed feed the list of subscriptions knows more than an entry's answer does. */
const unfollowedFeeds = sample({
  clock: entryFeedsReceived,
  source: { known: feeds.$confirmed, followed: subscriptions.$rows },
  fn: ({ known, followed }, received) => [
    ...byId(
      received.filter((feed) => !followed.has(`feed/${feed.id}`) && !isKnown(known.get(feed.id), feed)),
    ).values(),
  ],
}).filter({ fn: (rows) => rows.length > 0 })
const putFeedsFx = attach({
  source: $services,
  effect: ({ local }, rows: readonly LocalFeed[]) => local.call('feeds.put', rows),
})
sample({ clock: unfollowedFeeds, fn: (rows) => Object.fromEntries(byId(rows)), target: feeds.received })
sample({ clock: unfollowedFeeds, target: putFeedsFx })

const $sending = $outbox.map((rows) => rows.some(({ state }) => state === 'sending'))

/** Asked again by itself while writes crossed the answer. */
function fetchBetweenWrites<T>(
  asked: typeof countsRequested,
  fetchFx: (heard: (answer: T) => void, services: Services) => Promise<unknown>,
) {
  const received = createEvent<{ answer: T; writes: number }>()
  const fx = attach({
    source: { services: $services, writes: $mutationVersion },
    effect: ({ services, writes }) => {
      const heard = scopeBind(received, { safe: true })
      return fetchFx((answer) => heard({ answer, writes }), services)
    },
  })
  const $wanted = createStore(false, { serialize: 'ignore' })
    .on(asked, () => true)
    .on(fx, () => false)
  const crossed = sample({
    clock: received,
    source: $mutationVersion,
    filter: (now, { writes }) => now !== writes,
  })
  const clean = sample({
    clock: received,
    source: $mutationVersion,
    filter: (now, { writes }) => now === writes,
    fn: (_, { answer }) => answer,
  })
  sample({
    clock: [asked, fx.finally, $sending],
    source: { wanted: $wanted, busy: fx.pending, sending: $sending },
    filter: ({ wanted, busy, sending }) => wanted && !busy && !sending,
    fn: () => {},
    target: fx,
  })
  sample({ clock: crossed, fn: () => {}, target: asked })
  return { received: clean as Event<T>, fx }
}

const list = fetchBetweenWrites<SubscriptionSet>(subscriptionsRequested, (heard, services) =>
  services.queryClient.fetchQuery({
    queryKey: ['subscriptions'],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await services.api.subscriptions.list({})
      heard(fromWire(data))
      return data.length
    },
  }),
)
const unread = fetchBetweenWrites<Record<string, number>>(countsRequested, (heard, services) =>
  services.queryClient.fetchQuery({
    queryKey: ['counts'],
    staleTime: 0,
    queryFn: async () => {
      const { data } = await services.api.reads.counts({})
      heard(data)
      return Object.keys(data).length
    },
  }),
)
/** The server's list of subscriptions has arrived. */
export const subscriptionsReceived = list.received
sample({ clock: list.received, target: setReceived })
sample({ clock: unread.received, target: countsReceived })
/** A change that was sent more than once may have been counted by the server before its answer came. */
sample({
  clock: mutationsAccepted,
  filter: ({ rows }) => rows.some(({ attempts }) => attempts > 0),
  fn: () => {},
  target: countsRequested,
})

/** Numbers of later changes were reckoned on top of the refused one. */
sample({ clock: mutationsRejected, fn: () => {}, target: countsRequested })

const keepSetFx = attach({
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
const keepCountsFx = attach({
  source: { services: $services, counts: counts.$confirmed },
  effect: ({ services, counts: map }) => services.local.call('unread.replace', Object.fromEntries(map)),
})
const moved = mutationsConfirmed.filter({ fn: (rows) => rows.some(({ noun }) => noun === 'subscriptions') })
sample({ clock: [list.received, moved], fn: () => {}, target: keepSetFx })
sample({ clock: [unread.received, mutationsConfirmed], fn: () => {}, target: keepCountsFx })
// Not before: what follow.db had until then would take the place of the answer.
sample({ clock: [keepCountsFx.finally, unread.fx.fail], fn: () => {}, target: outboxReadRequested })

/** follow.db fills in what the answer left out. */
function isKnown(known: LocalFeed | undefined, received: LocalFeed): boolean {
  if (!known) return false
  const stored: Readonly<Record<string, unknown>> = known
  return Object.entries(received).every(([key, value]) => deepEqual(stored[key] ?? null, value ?? null))
}
