/** The startup sequence: rows of follow.db are shown first, then the server is queried. */
import { attach, createEvent, sample, type Event, type Unit } from 'effector'
import { appStarted, errorNotified } from '../app/events.ts'
import { notificationFor } from '../app/notify-failures.ts'
import { $startupIdle, $ready, startupIdle, localRowsLoaded, localRowsCleared } from '../app/ready.ts'
import { $entrySummaries, entrySummariesChanged, entriesCleared } from '../entries/index.ts'
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
  otherTabApplied,
  flushRequested,
  readOutboxFx,
  settledInOtherTab,
} from '../outbox/index.ts'
import { tablesCleared } from '../outbox/tables.ts'
import { home, navigationRequested } from '../location/index.ts'
import { $services } from '../services.ts'
import { $session, userAuthenticated, userChanged } from '../session/index.ts'
import { settingsRequested } from '../settings/index.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { $storedVersion, readLocalSubscriptionsFx } from '../subscriptions/sync.ts'
import { counts, feeds, subscriptions } from '../subscriptions/tables.ts'
import { listCleared, timelineRefetched } from '../timeline/index.ts'

/** Spec 4: hidden for at least ten minutes, then visible. */
const AWAY_MS = 600_000

/** Reads follow.db into the stores, pending changes included, before they are rendered. */
const localReadRequested = createEvent()
sample({ clock: [appStarted, localReadRequested], target: readLocalSubscriptionsFx })
// Requested together: follow.db responds in this order, so that pending changes are last. The startup cache may not.
sample({ clock: readLocalSubscriptionsFx, target: readOutboxFx })
sample({
  clock: [readOutboxFx.finally, readLocalSubscriptionsFx.done],
  source: {
    ready: $ready,
    readingRows: readLocalSubscriptionsFx.pending,
    readingOutbox: readOutboxFx.pending,
  },
  filter: ({ ready, readingRows, readingOutbox }) => !ready && !readingRows && !readingOutbox,
  fn: () => {},
  target: localRowsLoaded,
})
sample({
  clock: readLocalSubscriptionsFx.fail,
  fn: ({ error }) => notificationFor(error) ?? { key: 'errors:client.unknown' },
  target: [errorNotified, localRowsLoaded],
})

/** Not before follow.db was read: its rows would overwrite newer responses. */
const userReady = whenAuthenticated([userAuthenticated, localRowsLoaded])
sample({ clock: userReady, target: [subscriptionsRequested, countsRequested, flushRequested] })
/** Settings of other devices are fetched after startup. */
sample({
  clock: whenAuthenticated([userReady, startupIdle]),
  source: $startupIdle,
  filter: Boolean,
  fn: () => {},
  target: settingsRequested,
})

/** Cached rows remain until those of follow.db replace them; the user's changes meanwhile are replayed over these. */
sample({ clock: startupCacheOutdated, target: [localRowsCleared, localReadRequested] })

/** Another user: no data of the previous user may remain visible. */
sample({
  clock: userChanged,
  target: [tablesCleared, localRowsCleared, entriesCleared, listCleared, localReadRequested],
})
sample({ clock: userChanged, fn: () => home, target: navigationRequested })
sample({ clock: databaseRebuilt, target: [subscriptionsRequested, countsRequested, timelineRefetched] })
sample({
  clock: databaseRebuilt,
  fn: ({ reason }) => ({
    key: 'app:database.rebuilt',
    reason,
    action: { title: 'app:database.copy', command: 'data:download-damaged-copy' },
  }),
  target: errorNotified,
})

/** Nor may their changes be sent. */
sample({
  clock: userChanged,
  source: $outbox,
  fn: (rows) => rows.map(({ id }) => id),
  target: otherTabApplied,
})

/** Another tab settled changes: read the confirmed rows before removing the pending ones, to avoid flicker. */
const readConfirmedFx = attach({
  source: { services: $services, version: $storedVersion },
  effect: async ({ services: { local }, version }, ids: readonly string[]) => {
    const [unread, set] = await Promise.all([local.call('unread.all'), local.call('subscriptions.all')])
    return { ids, version, unread, set }
  },
})
sample({ clock: settledInOtherTab, target: readConfirmedFx })
// A database that changes its tab responds late: this tab may have sent the changes itself meanwhile.
sample({
  clock: readConfirmedFx.doneData,
  source: $storedVersion,
  filter: (now, { version }) => now !== version,
  fn: (_, { ids }) => ids,
  target: readConfirmedFx,
})
const confirmed = sample({
  clock: readConfirmedFx.doneData,
  source: $storedVersion,
  filter: (now, { version }) => now === version,
  fn: (_, read) => read,
})
sample({
  clock: confirmed,
  fn: ({ unread }) => new Map(Object.entries(unread)),
  target: counts.replaced,
})
sample({
  clock: confirmed,
  fn: ({ set }) => new Map(set.subscriptions.map((row) => [row.id, row])),
  target: subscriptions.replaced,
})
sample({
  clock: confirmed,
  fn: ({ set }) => new Map(set.feeds.map((row) => [row.id, row])),
  target: feeds.replaced,
})
sample({ clock: confirmed, fn: ({ ids }) => ids, target: otherTabApplied })
/** The previous sender tab may have closed before it recorded a response or notified this tab. */
const becameSender = whenAuthenticated([$isSender.updates])
sample({ clock: becameSender, target: [subscriptionsRequested, countsRequested] })

sample({
  clock: [
    localChanged.filter({ fn: (resources) => resources.includes('entries') }),
    confirmed,
    startupCacheOutdated,
    becameSender,
  ],
  source: $entrySummaries,
  fn: (summaries) => [...summaries.keys()],
  target: entrySummariesChanged,
})

/** Return to window (spec 4). */
const hiddenFx = attach({
  source: $services,
  effect: ({ clock, storage }) => storage.setItem('follow:hidden-at', String(clock.now())),
})
const visibleFx = attach({
  source: $services,
  effect: ({ clock, queryClient, storage }) => {
    const since = Number(storage.getItem('follow:hidden-at') ?? Number.NaN)
    storage.removeItem('follow:hidden-at')
    if (!(clock.now() - since >= AWAY_MS)) return false
    // Marks every response as outdated; those on screen are requested at once.
    void queryClient.invalidateQueries()
    return true
  },
})
sample({ clock: windowHidden, target: hiddenFx })
sample({ clock: windowBecameVisible, target: visibleFx })
const returnedAfterAbsence = visibleFx.doneData.filter({ fn: Boolean })
sample({
  clock: returnedAfterAbsence,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, settingsRequested, timelineRefetched],
})
sample({
  clock: wentOnline,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, settingsRequested],
})

/** Triggers when the user is authenticated and the local rows are loaded. */
function whenAuthenticated(clock: Unit<unknown>[]): Event<void> {
  return sample({
    clock,
    source: { ready: $ready, session: $session },
    filter: ({ ready, session }) => ready && session.status === 'authenticated',
    fn: () => {},
  })
}
