/** A wait that belongs to a scope: starting it again forgets the wait before. */
import { attach, createEvent, createStore, sample, scopeBind, type EventCallable } from 'effector'
import { $services } from './services.ts'

/** What a timer tells when its time is over; there is one for each timer, so that it names it too. */
type Fired = EventCallable<void>

// One pair of errands for all timers: every start would have to make the units of each.
const $stops = createStore<ReadonlyMap<Fired, () => void>>(new Map(), { serialize: 'ignore' })
const armFx = attach({
  source: { services: $services, stops: $stops },
  effect: ({ services, stops }, { fired, ms }: { fired: Fired; ms: number }) => {
    stops.get(fired)?.()
    return services.clock.after(ms, scopeBind(fired, { safe: true }))
  },
})
const disarmFx = attach({ source: $stops, effect: (stops, fired: Fired) => stops.get(fired)?.() })
$stops.on(armFx.done, (stops, { params, result }) => new Map(stops).set(params.fired, result))

export function createTimer() {
  /** ms to wait */
  const started = createEvent<number>()
  const fired: Fired = createEvent()
  sample({ clock: started, fn: (ms) => ({ fired, ms }), target: armFx })
  const stopped = createEvent()
  sample({ clock: stopped, fn: () => fired, target: disarmFx })
  const $running = createStore(false, { serialize: 'ignore' })
    .on(started, () => true)
    .on([stopped, fired], () => false)
  return { started, fired, stopped, $running }
}
