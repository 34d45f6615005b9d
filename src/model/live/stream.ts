/** The open stream. One tab listens for all: a browser opens few connections to a host, and follow.db tells the others. */
import { attach, combine, createEvent, createStore, sample, scopeBind } from 'effector'
import type { LiveEvent } from '../../contract/live.ts'
import { $ready } from '../app/ready.ts'
import { $online } from '../network/index.ts'
import { $isSender } from '../outbox/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'

const AGAIN_MS = 5000

export const liveEventReceived = createEvent<LiveEvent>()
const lost = createEvent()

const $wanted = combine(
  { ready: $ready, sender: $isSender, online: $online, session: $session },
  ({ ready, sender, online, session }) => ready && sender && online && session.status === 'authenticated',
)
const $close = createStore<() => void>(() => {}, { serialize: 'ignore' })
const openFx = attach({
  source: { services: $services, close: $close },
  effect: ({ services, close }) => {
    close()
    return services.live({
      told: scopeBind(liveEventReceived, { safe: true }),
      lost: scopeBind(lost, { safe: true }),
    })
  },
})
const closeFx = attach({ source: $close, effect: (close) => close() })
$close.on(openFx.doneData, (_, close) => close)

const again = createTimer()
sample({ clock: lost, fn: () => AGAIN_MS, target: again.started })
sample({
  clock: [$wanted.updates, again.fired],
  source: $wanted,
  filter: Boolean,
  fn: () => {},
  target: [openFx, again.stopped],
})
sample({ clock: $wanted.updates.filter({ fn: (wanted) => !wanted }), fn: () => {}, target: closeFx })
// Who has gone silent may be gone: this tells.
sample({ clock: lost, source: $wanted, filter: Boolean, fn: () => {}, target: countsRequested })

/** After a break nothing is told again: what it was is asked for. The first greeting comes beside the start's own questions. */
const greeting = liveEventReceived.filter({ fn: ({ type }) => type === 'hello' })
const $greetings = createStore(0, { serialize: 'ignore' }).on(greeting, (count) => count + 1)
sample({
  clock: greeting,
  source: $greetings,
  filter: (count) => count > 1,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested],
})
