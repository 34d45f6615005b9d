/** Context keys that commands and key rules test ("there is a current entry"), each set by its owner, and the focus area. */
import { createEvent, createStore, sample, type Store, type Unit } from 'effector'
import type { ContextValue, ContextValues } from './expression.ts'

/** Context keys by name. Keys that are not named are unchanged. */
export type ContextKeyChanges = Readonly<Record<string, ContextValue>>

/** @param home the focus area at the start */
export function createContext(home: string) {
  const contextKeysChanged = createEvent<ContextKeyChanges>()
  const areaFocused = createEvent<string>()
  const $area = createStore(home).on(areaFocused, (_, area) => area)
  const $contextKeys = createStore<ContextValues>(new Map([['area', home]]), { serialize: 'ignore' })
    .on(contextKeysChanged, withChanges)
    .on($area, (values, area) => withChanges(values, { area }))
  return {
    /** The value of each context key; the focus area is the key `area`. */
    $contextKeys,
    /** The focus area that keys act on. */
    $area,
    areaFocused,
    contextKeysChanged,
    /**
     * Derives context keys from a store, from `begun` or its first change on. In one event, so that no listener sees a
     * partial update.
     */
    provide<S>(options: {
      readonly source: Store<S>
      readonly begun?: Unit<void>
      readonly keys: (source: S) => ContextKeyChanges
    }): void {
      const { source, begun, keys } = options
      sample({
        clock: begun ? [source, begun] : [source],
        source,
        fn: keys,
        target: contextKeysChanged,
      })
    },
  }
}
export type Context = ReturnType<typeof createContext>

function withChanges(values: ContextValues, changes: ContextKeyChanges): ContextValues {
  const changed = Object.entries(changes).filter(([name, value]) => (values.get(name) ?? false) !== value)
  return changed.length === 0 ? values : new Map([...values, ...changed])
}
