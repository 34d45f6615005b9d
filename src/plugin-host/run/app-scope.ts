import { scopeBind, type Effect, type EventCallable } from 'effector'

/** Calls an event in the scope of the app. */
export type Trigger = <T>(event: EventCallable<T>, payload: T) => void
/** Runs an effect in the scope of the app. */
export type Run = <Params, Done>(effect: Effect<Params, Done>, params: NoInfer<Params>) => Promise<Done>

/** For the scope of the effect that calls it before its first await, which leaves the scope. */
export const createTrigger = (): Trigger => scopeBind(triggered, { safe: true })
/** As {@link createTrigger}. */
export const createRun = (): Run => scopeBind(ran, { safe: true })

function triggered<T>(event: EventCallable<T>, payload: T): void {
  event(payload)
}

function ran<Params, Done>(effect: Effect<Params, Done>, params: Params): Promise<Done> {
  return effect(params)
}
