/** The facts that commands may need ("there is a current entry"), set by whoever owns each, and where the focus is. */
import { combine, createEvent, createStore, sample, type Store } from 'effector'

/** Facts by name, and whether each holds. What is not named stays. */
export type Holding = Readonly<Record<string, boolean>>

export function createContext(home: string) {
  const factsChanged = createEvent<Holding>()
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
     * Keeps facts equal to the stores of their owners, from their first change on; who starts with some that hold says so
     * by `factsChanged`. All in one: of a store that changes twice in a turn, effector's combine may keep the first change.
     * @returns what holds
     */
    provide(facts: Readonly<Record<string, Store<boolean>>>): Store<Holding> {
      const $holding: Store<Holding> = combine(facts)
      sample({ clock: $holding, target: factsChanged })
      return $holding
    },
  }
}
export type Context = ReturnType<typeof createContext>

function withFacts(facts: ReadonlySet<string>, holding: Holding): ReadonlySet<string> {
  const changed = Object.entries(holding).filter(([name, holds]) => facts.has(name) !== holds)
  if (changed.length === 0) return facts
  const next = new Set(facts)
  for (const [name, holds] of changed) {
    if (holds) next.add(name)
    else next.delete(name)
  }
  return next
}
