import type { EventCallable } from 'effector'

/** Calls an event in the scope of the app. */
export type Trigger = <T>(event: EventCallable<T>, payload: T) => void
