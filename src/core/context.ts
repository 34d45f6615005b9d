/** Context keys that commands may need ("there is a current entry"), each set by its owner, and the focus area. */
import { createEvent, createStore, sample, type Store, type Unit } from 'effector'

/** Context keys by name. Keys that are not named are unchanged. */
export type ContextKeyChanges = Readonly<Record<string, boolean>>

export function createContext(home: string) {
  const factsChanged = createEvent<ContextKeyChanges>()
  const areaFocused = createEvent<string>()
  const $facts = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' }).on(
    factsChanged,
    withFacts,
  )
  const $area = createStore(home).on(areaFocused, (_, area) => area)
  return {
    $facts,
    /** The focus area that keys act on. */
    $area,
    areaFocused,
    factsChanged,
    /**
     * Derives context keys from a store, from `begun` or its first change on. All in one event, so that no reader sees a
     * partial update.
     */
    provide<S>(options: {
      readonly source: Store<S>
      readonly begun?: Unit<void>
      readonly facts: (source: S) => ContextKeyChanges
    }): void {
      const { source, begun, facts } = options
      sample({
        clock: begun ? [source, begun] : [source],
        source,
        fn: facts,
        target: factsChanged,
      })
    },
  }
}
export type Context = ReturnType<typeof createContext>

function withFacts(facts: ReadonlySet<string>, changes: ContextKeyChanges): ReadonlySet<string> {
  const changed = Object.entries(changes).filter(([name, value]) => facts.has(name) !== value)
  if (changed.length === 0) return facts
  const next = new Set(facts)
  for (const [name, value] of changed) {
    if (value) next.add(name)
    else next.delete(name)
  }
  return next
}
