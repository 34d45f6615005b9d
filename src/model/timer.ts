/** A timeout that belongs to a scope. Starting it again cancels the previous one. */
import { attach, createEvent, createStore, sample, scopeBind, type EventCallable } from 'effector'
import { $services } from './services.ts'

/** Every timer has its own, so it identifies the timer as well. */
type Fired = EventCallable<void>

/** Cancels the running timeout of each timer. */
const $cancels = createStore<ReadonlyMap<Fired, () => void>>(new Map(), { serialize: 'ignore' })
const startFx = attach({
  source: { services: $services, cancels: $cancels },
  effect: ({ services, cancels }, { fired, ms }: { fired: Fired; ms: number }) => {
    cancels.get(fired)?.()
    return services.clock.after(ms, scopeBind(fired, { safe: true }))
  },
})
const stopFx = attach({ source: $cancels, effect: (cancels, fired: Fired) => cancels.get(fired)?.() })
$cancels.on(startFx.done, (cancels, { params, result }) => new Map(cancels).set(params.fired, result))

export function createTimer() {
  /** ms to wait */
  const started = createEvent<number>()
  const fired: Fired = createEvent()
  sample({ clock: started, fn: (ms) => ({ fired, ms }), target: startFx })
  const stopped = createEvent()
  sample({ clock: stopped, fn: () => fired, target: stopFx })
  const $running = createStore(false, { serialize: 'ignore' })
    .on(started, () => true)
    .on([stopped, fired], () => false)
  return { started, fired, stopped, $running }
}
