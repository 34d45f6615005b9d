/** The order of a start: what follow.db has is shown first, then the network is asked. */
import { attach, createEvent, sample, type Event, type Unit } from 'effector'
import { appStarted, errorTold } from '../app/events.ts'
import { $startupIdle, $ready, startupIdle, firstRowsShown, rowsGone } from '../app/ready.ts'
import { $heads, headsChanged, headsForgotten } from '../entries/index.ts'
import {
  databaseRebuilt,
  firstListOutdated,
  localChanged,
  windowHidden,
  windowShown,
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
import { home, placeAsked } from '../place/index.ts'
import { $services } from '../services.ts'
import { $session, personArrived, userChanged } from '../session/index.ts'
import { settingsAsked } from '../settings/index.ts'
import { countsAsked, subscriptionsAsked } from '../subscriptions/asks.ts'
import { readLocalSubscriptionsFx } from '../subscriptions/sync.ts'
import { counts, feeds, subscriptions } from '../subscriptions/tables.ts'
import { listCleared, timelineRefetched } from '../timeline/index.ts'

/** Spec 4: hidden for at least ten minutes, then visible. */
const AWAY_MS = 600_000

/** Read follow.db into the stores, pending changes included, before anything is drawn of them. */
export const localRead = createEvent()
sample({ clock: [appStarted, localRead], target: readLocalSubscriptionsFx })
// Asked for in one breath: follow.db answers in this order, so that the changes come last. What is kept beside it may not.
sample({ clock: readLocalSubscriptionsFx, target: outboxRead })
sample({
  clock: [outboxRead.finally, readLocalSubscriptionsFx.done],
  source: { shown: $ready, reading: readLocalSubscriptionsFx.pending, waiting: outboxRead.pending },
  filter: ({ shown, reading, waiting }) => !shown && !reading && !waiting,
  fn: () => {},
  target: firstRowsShown,
})
sample({
  clock: readLocalSubscriptionsFx.fail,
  fn: ({ error }) => ({
    key: 'errors:client.unknown',
    reason: (error as { message?: string }).message ?? String(error),
  }),
  target: [errorTold, firstRowsShown],
})

/** Not before follow.db was read: what it has would take the place of newer answers. */
const personShown = withPerson([personArrived, firstRowsShown])
sample({ clock: personShown, target: [subscriptionsAsked, countsAsked, flushAsked] })
/** What was set on another device is looked for once the list is read. */
sample({
  clock: withPerson([personShown, startupIdle]),
  source: $startupIdle,
  filter: Boolean,
  fn: () => {},
  target: settingsAsked,
})

/** The rows stay until those of follow.db take their places; what the person did meanwhile is replayed over these. */
sample({ clock: firstListOutdated, target: [rowsGone, localRead] })

/** Another person: nothing of the one before may stand on the screen. */
sample({ clock: userChanged, target: [tablesCleared, rowsGone, headsForgotten, listCleared, localRead] })
sample({ clock: userChanged, fn: () => home, target: placeAsked })
sample({ clock: databaseRebuilt, target: [subscriptionsAsked, countsAsked, timelineRefetched] })
sample({
  clock: databaseRebuilt,
  fn: ({ reason }) => ({ key: 'app:database.rebuilt', reason }),
  target: errorTold,
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
sample({ clock: takenOver, target: [subscriptionsAsked, countsAsked] })

sample({
  clock: [
    localChanged.filter({ fn: (nouns) => nouns.includes('entries') }),
    confirmedFx.doneData,
    firstListOutdated,
    takenOver,
  ],
  source: $heads,
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
sample({ clock: windowShown, target: shownFx })
const cameBack = shownFx.doneData.filter({ fn: Boolean })
sample({
  clock: cameBack,
  fn: () => {},
  target: [subscriptionsAsked, countsAsked, settingsAsked, timelineRefetched],
})
sample({ clock: wentOnline, fn: () => {}, target: [subscriptionsAsked, countsAsked] })

/** Of these moments those at which somebody is known and her rows stand. */
function withPerson(clock: Unit<unknown>[]): Event<void> {
  return sample({
    clock,
    source: { ready: $ready, session: $session },
    filter: ({ ready, session }) => ready && session.status === 'authenticated',
    fn: () => {},
  })
}
