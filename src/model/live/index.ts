/** What the server tells by itself: new entries, and what other devices of this person did. */
import { attach, sample } from 'effector'
import { reach } from '../../local/calls.ts'
import { tellFailures } from '../app/told.ts'
import { headsChanged } from '../entries/heads.ts'
import { $heads } from '../entries/state.ts'
import { $services } from '../services.ts'
import { whoamiAsked } from '../session/index.ts'
import { settingsAsked } from '../settings/index.ts'
import { countsAsked, subscriptionsAsked } from '../subscriptions/asks.ts'
import { $followed } from '../subscriptions/tree.ts'
import { entriesTold } from '../timeline/check-new.ts'
import { placeFilled } from '../timeline/index.ts'
import { createTimer } from '../timer.ts'
import type { Changed } from './changes.ts'
import { told } from './stream.ts'

/** An import brings entries every second; the counts need not follow each. */
const COUNTS_MS = 2000

const entries = told.filterMap((event) => (event.type === 'entries' ? event : undefined))
const changed = told.filterMap((event) => (event.type === 'changed' ? event : undefined))
const nounOf = ({ call }: Changed) => call.split('.')[0] ?? ''
const ofNouns = (...nouns: readonly string[]) => changed.filter({ fn: (one) => nouns.includes(nounOf(one)) })

sample({ clock: entries, fn: ({ feeds }) => new Set(Object.keys(feeds)), target: entriesTold })

const counting = createTimer()
sample({
  clock: [entries, ofNouns('reads')],
  source: counting.$running,
  filter: (running) => !running,
  fn: () => COUNTS_MS,
  target: counting.started,
})
sample({ clock: counting.fired, target: countsAsked })

sample({
  clock: ofNouns('subscriptions', 'categories', 'lists', 'inboxes'),
  fn: () => {},
  target: [subscriptionsAsked, countsAsked],
})
sample({ clock: ofNouns('settings'), fn: () => {}, target: settingsAsked })
sample({ clock: told.filter({ fn: ({ type }) => type === 'bye' }), fn: () => {}, target: whoamiAsked })

const heardFx = attach({
  source: { services: $services, followed: $followed },
  effect: async ({ services: { local, clock, newId }, followed }, change: Changed) => {
    const now = clock.now()
    const { effectOf } = await import('./changes.ts')
    const effect = effectOf(change, { followed, now, newId })
    if (!effect) return []
    await local.call('outbox.heard', effect)
    return reach(effect)
  },
})
sample({ clock: ofNouns('reads', 'collections'), target: heardFx })
sample({
  clock: heardFx.doneData,
  source: $heads,
  fn: (heads, touched) => touched ?? [...heads.keys()],
  target: headsChanged,
})
// Which entries a mark-all had marked is known to the device that takes it back, and to the server.
sample({
  clock: changed.filter({ fn: ({ call }) => call === 'reads.unmarkAll' }),
  fn: () => {},
  target: placeFilled,
})
tellFailures(heardFx.failData)
