/**
 * What the model has done outside of itself: somebody is asked, something is kept. effector's own effect is two dozen units,
 * of which most go unheard; an errand is a wish, and what of its end somebody listens to. A whole one is for who waits for
 * the answer where it was asked, and reads what stores hold by `held`.
 */
import {
  createEffect,
  createEvent,
  createStore,
  launch,
  scopeBind,
  type Event,
  type EventCallable,
  type Store,
} from 'effector'
import { held, type Held, type Stores } from './held.ts'
import { whenAsked } from './when-asked.ts'

/** Units of an end, by their names; only those that somebody listens to. */
type Heard = Map<string, EventCallable<unknown>>
type Done<P, R> = { readonly params: P; readonly result: R }
type Failed<P> = { readonly params: P; readonly error: Error }
type End<P, R> = ({ readonly status: 'done' } & Done<P, R>) | ({ readonly status: 'fail' } & Failed<P>)

/** Its units mean what those of an effect mean. */
export type Errand<P, R> = EventCallable<P> & {
  readonly done: Event<Done<P, R>>
  readonly doneData: Event<R>
  readonly fail: Event<Failed<P>>
  readonly failData: Event<Error>
  readonly finally: Event<End<P, R>>
  readonly pending: Store<boolean>
}

/** All are run by this one, so that whoever waits for the end of everything waits for them too. */
const runFx = createEffect(({ run, params }: { run: (params: unknown) => unknown; params: unknown }) =>
  run(params),
)

/** @param how.effect is given what the stores hold when it runs, and may throw or reject */
export function errand<S extends Stores, P = void, R = void>(how: {
  readonly source: S
  readonly effect: (held: Held<S>, params: P) => R
}): Errand<P, Awaited<R>> {
  const heard: Heard = new Map()
  const run = (params: P): unknown => {
    const end = scopeBind((ended: End<unknown, unknown>) => tell(heard, ended), { safe: true })
    const done = (result: unknown) => end({ status: 'done', params, result })
    const fail = (error: unknown) => end({ status: 'fail', params, error: error as Error })
    try {
      const result: unknown = how.effect(held(how.source), params)
      return isPromise(result) ? result.then(done, fail) : done(result)
    } catch (error) {
      return fail(error)
    }
  }
  const asked = runFx.prepend<P>((params) => ({ run: run as (params: unknown) => unknown, params }))
  return withEnds(asked, heard) as Errand<P, Awaited<R>>
}

/** All that is listened to, in one turn: nobody sees a part of the end. */
function tell(heard: Heard, end: End<unknown, unknown>): void {
  const { status } = end
  const said = [
    ['finally', end],
    [status, end],
    [`${status}Data`, status === 'done' ? end.result : end.error],
  ] as const
  const told = said.flatMap(([name, params]) => {
    const unit = heard.get(name)
    return unit ? [{ unit, params }] : []
  })
  launch({ target: told.map(({ unit }) => unit), params: told.map(({ params }) => params), defer: true })
}

const ends = ['done', 'doneData', 'fail', 'failData', 'finally']

/** Units that are made when they are first named. */
function withEnds<P>(asked: EventCallable<P>, heard: Heard) {
  const end = (name: string) => heard.get(name) ?? kept(heard, name)
  for (const name of ends) Object.defineProperty(asked, name, { get: () => end(name) })
  const pending = whenAsked(() =>
    createStore(0, { serialize: 'ignore' })
      .on(asked, (running) => running + 1)
      .on(end('finally'), (running) => running - 1)
      .map((running) => running > 0),
  )
  return Object.defineProperty(asked, 'pending', { get: pending })
}

function kept(heard: Heard, name: string): EventCallable<unknown> {
  const unit = createEvent<unknown>()
  heard.set(name, unit)
  return unit
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null)?.then === 'function'
