/** The order of a start: what follow.db has is shown first, then the network is asked. */
import { attach, createEvent, sample, type Event, type Unit } from 'effector'
import { appStarted, errorNotified } from '../app/events.ts'
import { $startupIdle, $ready, startupIdle, localRowsLoaded, localRowsCleared } from '../app/ready.ts'
import { $entrySummaries, headsChanged, entriesCleared } from '../entries/index.ts'
import {
  databaseRebuilt,
  startupCacheOutdated,
  localChanged,
  windowHidden,
  windowBecameVisible,
  wentOnline,
} from '../network/index.ts'
import {
  $isSender,
  $outbox,
  elsewhereTaken,
  flushAsked,
  outboxRead,
  settledElsewhere,
} from '../outbox/index.ts'
import { tablesCleared } from '../outbox/tables.ts'
import { home, navigationRequested } from '../location/index.ts'
import { $services } from '../services.ts'
import { $session, userAuthenticated, userChanged } from '../session/index.ts'
import { settingsRequested } from '../settings/index.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { readLocalSubscriptionsFx } from '../subscriptions/sync.ts'
import { counts, feeds, subscriptions } from '../subscriptions/tables.ts'
import { listCleared, timelineRefetched } from '../timeline/index.ts'

/** Spec 4: hidden for at least ten minutes, then visible. */
const AWAY_MS = 600_000

/** Read follow.db into the stores, pending changes included, before anything is drawn of them. */
export const localReadRequested = createEvent()
sample({ clock: [appStarted, localReadRequested], target: readLocalSubscriptionsFx })
// Asked for in one breath: follow.db answers in this order, so that the changes come last. What is kept beside it may not.
sample({ clock: readLocalSubscriptionsFx, target: outboxRead })
sample({
  clock: [outboxRead.finally, readLocalSubscriptionsFx.done],
  source: { shown: $ready, reading: readLocalSubscriptionsFx.pending, waiting: outboxRead.pending },
  filter: ({ shown, reading, waiting }) => !shown && !reading && !waiting,
  fn: () => {},
  target: localRowsLoaded,
})
sample({
  clock: readLocalSubscriptionsFx.fail,
  fn: ({ error }) => ({
    key: 'errors:client.unknown',
    reason: (error as { message?: string }).message ?? String(error),
  }),
  target: [errorNotified, localRowsLoaded],
})

/** Not before follow.db was read: what it has would take the place of newer answers. */
const personShown = withPerson([userAuthenticated, localRowsLoaded])
sample({ clock: personShown, target: [subscriptionsRequested, countsRequested, flushAsked] })
/** What was set on another device is looked for once the list is read. */
sample({
  clock: withPerson([personShown, startupIdle]),
  source: $startupIdle,
  filter: Boolean,
  fn: () => {},
  target: settingsRequested,
})

/** The rows stay until those of follow.db take their places; what the person did meanwhile is replayed over these. */
sample({ clock: startupCacheOutdated, target: [localRowsCleared, localReadRequested] })

/** Another person: nothing of the one before may stand on the screen. */
sample({
  clock: userChanged,
  target: [tablesCleared, localRowsCleared, entriesCleared, listCleared, localReadRequested],
})
sample({ clock: userChanged, fn: () => home, target: navigationRequested })
sample({ clock: databaseRebuilt, target: [subscriptionsRequested, countsRequested, timelineRefetched] })
sample({
  clock: databaseRebuilt,
  fn: ({ reason }) => ({ key: 'app:database.rebuilt', reason }),
  target: errorNotified,
})

/** Nor may anything of hers be sent. */
sample({
  clock: userChanged,
  source: $outbox,
  fn: (rows) => rows.map(({ id }) => id),
  target: elsewhereTaken,
})

/** Another tab settled changes: the confirmed rows first, then the pending ones go, so that nothing flickers. */
const confirmedFx = attach({
  source: $services,
  effect: async ({ local }, ids: readonly string[]) => ({
    ids,
    unread: await local.call('unread.all'),
    set: await local.call('subscriptions.all'),
  }),
})
sample({ clock: settledElsewhere, target: confirmedFx })
sample({
  clock: confirmedFx.doneData,
  fn: ({ unread }) => new Map(Object.entries(unread)),
  target: counts.replaced,
})
sample({
  clock: confirmedFx.doneData,
  fn: ({ set }) => new Map(set.subscriptions.map((row) => [row.id, row])),
  target: subscriptions.replaced,
})
sample({
  clock: confirmedFx.doneData,
  fn: ({ set }) => new Map(set.feeds.map((row) => [row.id, row])),
  target: feeds.replaced,
})
sample({ clock: confirmedFx.doneData, fn: ({ ids }) => ids, target: elsewhereTaken })
/** The tab that sent until now may have gone between the server's answer and follow.db, or before it told of a change. */
const takenOver = withPerson([$isSender.updates])
sample({ clock: takenOver, target: [subscriptionsRequested, countsRequested] })

sample({
  clock: [
    localChanged.filter({ fn: (nouns) => nouns.includes('entries') }),
    confirmedFx.doneData,
    startupCacheOutdated,
    takenOver,
  ],
  source: $entrySummaries,
  fn: (heads) => [...heads.keys()],
  target: headsChanged,
})

/** Return to window (spec 4). */
const hiddenFx = attach({
  source: $services,
  effect: ({ clock, storage }) => storage.setItem('follow:hidden-at', String(clock.now())),
})
const shownFx = attach({
  source: $services,
  effect: ({ clock, queryClient, storage }) => {
    const since = Number(storage.getItem('follow:hidden-at') ?? Number.NaN)
    storage.removeItem('follow:hidden-at')
    if (!(clock.now() - since >= AWAY_MS)) return false
    queryClient.clear()
    return true
  },
})
sample({ clock: windowHidden, target: hiddenFx })
sample({ clock: windowBecameVisible, target: shownFx })
const cameBack = shownFx.doneData.filter({ fn: Boolean })
sample({
  clock: cameBack,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, settingsRequested, timelineRefetched],
})
sample({ clock: wentOnline, fn: () => {}, target: [subscriptionsRequested, countsRequested] })

/** Of these moments those at which somebody is known and her rows stand. */
function withPerson(clock: Unit<unknown>[]): Event<void> {
  return sample({
    clock,
    source: { ready: $ready, session: $session },
    filter: ({ ready, session }) => ready && session.status === 'authenticated',
    fn: () => {},
  })
}
