/** The facts that commands may need ("there is a current entry"), set by whoever owns each, and where the focus is. */
import { createEvent, createStore, type Store } from 'effector'

export function createContext(home: string) {
  const factChanged = createEvent<{ name: string; holds: boolean }>()
  const areaFocused = createEvent<string>()
  const $facts = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' }).on(
    factChanged,
    (facts, { name, holds }) => withFact(facts, name, holds),
  )
  const $area = createStore(home).on(areaFocused, (_, area) => area)
  return {
    $facts,
    /** The focus area that keys act on. */
    $area,
    areaFocused,
    factChanged,
    /** Keeps a fact equal to a store of its owner's, from the store's first change on; a store that starts true says so here. */
    provide(name: string, $holds: Store<boolean>): void {
      $facts.on($holds, (facts, holds) => withFact(facts, name, holds))
    },
  }
}
export type Context = ReturnType<typeof createContext>

function withFact(facts: ReadonlySet<string>, name: string, holds: boolean): ReadonlySet<string> {
  if (facts.has(name) === holds) return facts
  const next = new Set(facts)
  if (holds) next.add(name)
  else next.delete(name)
  return next
}
