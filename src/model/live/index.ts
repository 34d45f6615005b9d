/** Server events: new entries, and changes on the user's other devices. */
import { attach, sample } from 'effector'
import { reach } from '../../local/calls.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $entrySummaries } from '../entries/state.ts'
import { $services } from '../services.ts'
import { whoamiRequested } from '../session/index.ts'
import { settingsRequested } from '../settings/index.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { $subscribedFeeds } from '../subscriptions/tree.ts'
import { newEntriesReceived } from '../timeline/check-new.ts'
import { localRowsAdded } from '../timeline/index.ts'
import { createTimer } from '../timer.ts'
import type { RemoteChange } from './changes.ts'
import { liveEventReceived } from './stream.ts'

/** An import sends entries every second; counts are fetched less often. */
const COUNTS_MS = 2000

const entries = liveEventReceived.filterMap((event) => (event.type === 'entries' ? event : undefined))
const changed = liveEventReceived.filterMap((event) => (event.type === 'changed' ? event : undefined))
const resourceOf = ({ call }: RemoteChange) => call.split('.')[0] ?? ''
const ofResources = (...resources: readonly string[]) =>
  changed.filter({ fn: (one) => resources.includes(resourceOf(one)) })

sample({ clock: entries, fn: ({ feeds }) => new Set(Object.keys(feeds)), target: newEntriesReceived })

const counting = createTimer()
sample({
  clock: [entries, ofResources('reads')],
  source: counting.$running,
  filter: (running) => !running,
  fn: () => COUNTS_MS,
  target: counting.started,
})
sample({ clock: counting.fired, target: countsRequested })

sample({
  clock: ofResources('subscriptions', 'categories', 'lists', 'inboxes', 'feedRequests'),
  fn: () => {},
  target: [subscriptionsRequested, countsRequested],
})
sample({
  clock: ofResources('imports', 'accountFiles'),
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, localRowsAdded],
})
// An OPML file has settings of feeds and folders; those of a feed move to the user's own feed.
sample({
  clock: [
    ofResources('settings', 'feedRequests', 'accountFiles'),
    changed.filter({ fn: ({ call }) => call === 'subscriptions.import' }),
  ],
  fn: () => {},
  target: settingsRequested,
})
sample({
  clock: liveEventReceived.filter({ fn: ({ type }) => type === 'bye' }),
  fn: () => {},
  target: whoamiRequested,
})

const applyRemoteChangeFx = attach({
  source: { services: $services, followed: $subscribedFeeds },
  effect: async ({ services: { local, clock, newId }, followed }, change: RemoteChange) => {
    const now = clock.now()
    const { effectOf } = await import('./changes.ts')
    const effect = effectOf(change, { followed, now, newId })
    if (!effect) return []
    await local.call('outbox.heard', effect)
    return reach(effect)
  },
})
sample({ clock: ofResources('reads', 'collections', 'labels'), target: applyRemoteChangeFx })
sample({
  clock: applyRemoteChangeFx.doneData,
  source: $entrySummaries,
  fn: (summaries, affected) => affected ?? [...summaries.keys()],
  target: entrySummariesChanged,
})
// Only the other device and the server know which entries an undone mark-all had marked.
sample({
  clock: changed.filter({ fn: ({ call }) => call === 'reads.unmarkAll' }),
  fn: () => {},
  target: localRowsAdded,
})
notifyFailures(applyRemoteChangeFx.failData)
