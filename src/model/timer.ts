/** A wait that belongs to a scope: starting it again forgets the wait before. */
import { attach, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { $services, type Services } from './services.ts'

export function createTimer() {
  /** ms to wait */
  const started = createEvent<number>()
  const stopped = createEvent()
  const fired = createEvent()
  const $stop = createStore<() => void>(() => {}, { serialize: 'ignore' })
  const armFx = attach({
    source: { services: $services, stop: $stop },
    effect: createEffect(({ services, stop, ms }: { services: Services; stop: () => void; ms: number }) => {
      stop()
      return services.clock.after(ms, scopeBind(fired, { safe: true }))
    }),
    mapParams: (ms: number, source) => ({ ...source, ms }),
  })
  const disarmFx = attach({ source: $stop, effect: (stop) => stop() })
  $stop.on(armFx.doneData, (_, stop) => stop)
  sample({ clock: started, target: armFx })
  sample({ clock: stopped, target: disarmFx })
  const $running = createStore(false, { serialize: 'ignore' })
    .on(started, () => true)
    .on([stopped, fired], () => false)
  return { started, stopped, fired, $running }
}
