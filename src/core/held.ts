/** What stores hold at this moment, for work that does not follow them. */
import { sample, type Event, type Store, type Unit, type UnitValue } from 'effector'

/** One store, or several by name. */
export type Stores = Store<unknown> | { readonly [name: string]: Store<unknown> }
export type Held<S extends Stores> =
  S extends Store<infer Value>
    ? Value
    : { readonly [Name in keyof S]: S[Name] extends Store<infer Value> ? Value : never }

/**
 * Reads in the scope that runs: where effector calls, and before the first wait. A `combine` would be told of every change,
 * and cost several units, only to be looked at now and then.
 */
export function held<S extends Stores>(stores: S): Held<S> {
  return (
    isStore(stores)
      ? stores.getState()
      : Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, store.getState()]))
  ) as Held<S>
}

const isStore = (stores: Stores): stores is Store<unknown> => 'getState' in stores

type Clock = Unit<unknown> | readonly Unit<unknown>[]
type Told<C extends Clock> = UnitValue<C extends readonly (infer One)[] ? One : C>
type Wish<C extends Clock, S extends Stores, Value> = {
  readonly clock: C
  readonly source: S
  readonly filter?: (held: Held<S>, told: Told<C>) => boolean
  readonly fn: (held: Held<S>, told: Told<C>) => Value
}
/** The target as it is, if it takes such a value or none at all. */
type Takes<To, Value> = To extends readonly unknown[]
  ? { readonly [At in keyof To]: Takes<To[At], Value> }
  : To extends Unit<infer Asked>
    ? [Asked] extends [void]
      ? To
      : Value extends Asked
        ? To
        : never
    : never

/**
 * `sample` with several stores as its source. They are looked at when the clock has told and everything has settled, which
 * is when `sample` would look too; but it would make a `combine` of them for that, see {@link held}.
 */
export function sampleHeld<const C extends Clock, S extends Stores, Value, const To>(
  wish: Wish<C, S, Value> & { readonly target: To & Takes<To, Value> },
): void
export function sampleHeld<const C extends Clock, S extends Stores, Value>(
  wish: Wish<C, S, Value>,
): Event<Value>
export function sampleHeld<C extends Clock, S extends Stores, Value>({
  clock,
  source,
  filter,
  fn,
  ...to
}: Wish<C, S, Value> & { readonly target?: unknown }): unknown {
  const asked = {
    clock: clock as Unit<Told<C>>,
    ...(filter && { filter: (told: Told<C>) => filter(held(source), told) }),
    fn: (told: Told<C>) => fn(held(source), told),
    ...to,
  }
  return sample(asked as { clock: Unit<Told<C>>; fn: (told: Told<C>) => Value })
}
