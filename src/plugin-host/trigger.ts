import type { Effect, EventCallable } from 'effector'

/** Calls an event in the scope of the app. */
export type Trigger = <T>(event: EventCallable<T>, payload: T) => void
/** Runs an effect in the scope of the app. */
export type Run = <Params, Done>(effect: Effect<Params, Done>, params: NoInfer<Params>) => Promise<Done>
