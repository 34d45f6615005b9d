/** The facts that commands may need ("there is a current entry"), set by whoever owns each, and where the focus is. */
import { createEvent, createStore, sample, type Store, type Unit } from 'effector'

/** Facts by name, and whether each holds. What is not named stays. */
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
     * Keeps facts equal to what the stores of their owners hold, from `begun` or their first change on. All in one, so that
     * nobody sees a part of what came true.
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

function withFacts(facts: ReadonlySet<string>, holding: ContextKeyChanges): ReadonlySet<string> {
  const changed = Object.entries(holding).filter(([name, holds]) => facts.has(name) !== holds)
  if (changed.length === 0) return facts
  const next = new Set(facts)
  for (const [name, holds] of changed) {
    if (holds) next.add(name)
    else next.delete(name)
  }
  return next
}
