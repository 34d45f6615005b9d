/** The event stream. Only the sender tab opens it: browsers limit connections per host, and follow.db notifies the others. */
import { attach, combine, createEvent, createStore, sample, scopeBind } from 'effector'
import type { LiveEvent } from '../../contract/live.ts'
import { $ready } from '../app/ready.ts'
import { $online } from '../network/index.ts'
import { $isSender } from '../outbox/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { settingsRequested } from '../settings/index.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'

const RECONNECT_MS = 5000

export const liveEventReceived = createEvent<LiveEvent>()
const lost = createEvent()

const $shouldConnect = combine(
  { ready: $ready, sender: $isSender, online: $online, session: $session },
  ({ ready, sender, online, session }) => ready && sender && online && session.status === 'authenticated',
)
const $close = createStore<() => void>(() => {}, { serialize: 'ignore' })
const openFx = attach({
  source: { services: $services, close: $close },
  effect: ({ services, close }) => {
    close()
    return services.live({
      received: scopeBind(liveEventReceived, { safe: true }),
      lost: scopeBind(lost, { safe: true }),
    })
  },
})
const closeFx = attach({ source: $close, effect: (close) => close() })
$close.on(openFx.doneData, (_, close) => close)

const reconnect = createTimer()
sample({ clock: lost, fn: () => RECONNECT_MS, target: reconnect.started })
sample({
  clock: [$shouldConnect.updates, reconnect.fired],
  source: $shouldConnect,
  filter: Boolean,
  fn: () => {},
  target: [openFx, reconnect.stopped],
})
sample({
  clock: $shouldConnect.updates.filter({ fn: (shouldConnect) => !shouldConnect }),
  fn: () => {},
  target: closeFx,
})
// The server may be unreachable: this request tells.
sample({ clock: lost, source: $shouldConnect, filter: Boolean, fn: () => {}, target: countsRequested })

/** Events are not replayed after a reconnect, so the state is fetched. After the first connection, startup does that. */
const greeting = liveEventReceived.filter({ fn: ({ type }) => type === 'hello' })
const $greetings = createStore(0, { serialize: 'ignore' }).on(greeting, (count) => count + 1)
sample({
  clock: greeting,
  source: $greetings,
  filter: (count) => count > 1,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, settingsRequested],
})
