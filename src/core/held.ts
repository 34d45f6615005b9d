/** What stores hold at this moment, for work that does not follow them. */
import type { Store } from 'effector'

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
