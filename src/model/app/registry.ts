/** The command registry, the context and the effective key bindings. */
import { combine, createEvent, createStore } from 'effector'
import {
  boundKeys,
  createContext,
  createRegistry,
  type KeyBinding,
  type Overrides,
  type Targets,
} from '../../core/index.ts'
import { persist } from '../persist.ts'
import { $services } from '../services.ts'

export const context = createContext('timeline')
const noTargets: Targets = {
  entries: () => undefined,
  subscriptions: () => undefined,
  category: () => undefined,
  view: () => undefined,
}
/** The current targets of commands, see model/start/targets.ts. */
export const targetsChanged = createEvent<Targets>()
const $targets = createStore<Targets>(noTargets, { serialize: 'ignore' }).on(
  targetsChanged,
  (_, targets) => targets,
)
export const registry = createRegistry({
  $contextKeys: context.$contextKeys,
  $targets,
  $newId: $services.map((services) => () => services.newId()),
})

/** keys null: back to the defaults; an empty text unbinds. */
export const overrideChanged = createEvent<{ id: string; keys: string | null }>()
export const $overrides = createStore<Overrides>({}, { serialize: 'ignore' }).on(
  overrideChanged,
  (overrides, { id, keys }) => {
    const { [id]: _, ...others } = overrides
    return keys === null ? others : { ...others, [id]: keys }
  },
)
/** client-facts 5: map of command id → sequences. */
persist($overrides, {
  key: 'follow:command-shortcuts',
  parse: parseOverrides,
  changed: overrideChanged,
})

export const $keyBindings = combine(
  registry.$commands,
  $overrides,
  (commands, overrides): readonly KeyBinding[] => boundKeys(commands.values(), overrides),
)

export type PendingKeys = {
  readonly typed: readonly string[]
  readonly count: number | null
  readonly next: readonly KeyBinding[]
}
/** Triggered by the hotkey listener; displayed by the which-key panel. */
export const pendingKeysChanged = createEvent<PendingKeys>()
export const $pendingKeys = createStore<PendingKeys>(
  { typed: [], count: null, next: [] },
  { serialize: 'ignore' },
).on(pendingKeysChanged, (_, waiting) => waiting)

/** The stored text may be invalid: another version or the user wrote it. */
function parseOverrides(text: string | null): Overrides {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return {}
  }
}
