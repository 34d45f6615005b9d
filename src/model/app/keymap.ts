/** The keymap: default keys, the user's overrides and rules, and the bindings that result. */
import { combine, createEvent, createStore, merge } from 'effector'
import {
  boundKeys,
  keymapOf,
  parseKeyRules,
  type KeyBinding,
  type KeymapEntry,
  type KeyRule,
  type Overrides,
} from '../../core/index.ts'
import { persist } from '../persist.ts'
import { registry } from './registry.ts'

/** keys null: back to the defaults; an empty text unbinds. */
export const overrideChanged = createEvent<{ id: string; keys: string | null }>()
/** Replaces everything that the user set, as an import, a preset or an undo does. */
export const keymapReplaced = createEvent<{ overrides: Overrides; rules: readonly KeyRule[] }>()
export const $overrides = createStore<Overrides>({}, { serialize: 'ignore' })
  .on(overrideChanged, (overrides, { id, keys }) => {
    const { [id]: _, ...others } = overrides
    return keys === null ? others : { ...others, [id]: keys }
  })
  .on(keymapReplaced, (_, { overrides }) => overrides)
/** client-facts 5: map of command id → sequences. */
persist($overrides, {
  key: 'follow:command-shortcuts',
  parse: parseOverrides,
  changed: merge([overrideChanged, keymapReplaced]),
})

export const ruleAdded = createEvent<KeyRule>()
/** By its index. */
export const ruleRemoved = createEvent<number>()
/** In the order of precedence: the last match wins. */
export const $keyRules = createStore<readonly KeyRule[]>([], { serialize: 'ignore' })
  .on(ruleAdded, (rules, rule) => [...rules, rule])
  .on(ruleRemoved, (rules, index) => rules.filter((_, at) => at !== index))
  .on(keymapReplaced, (_, { rules }) => rules)
persist($keyRules, {
  key: 'lectern:key-rules',
  parse: (text) => parseKeyRules(jsonOf(text)) ?? [],
  changed: merge([ruleAdded, ruleRemoved, keymapReplaced]),
})

const sources = { commands: registry.$commands, overrides: $overrides, rules: $keyRules }
/** What the listener resolves presses against, unbound keys included. */
export const $keymap = combine(sources, ({ commands, overrides, rules }): readonly KeymapEntry[] =>
  keymapOf(commands.values(), overrides, rules),
)
/** Bindings that can act: help, menus and the palette show them. */
export const $keyBindings = combine(sources, ({ commands, overrides, rules }): readonly KeyBinding[] =>
  boundKeys(commands.values(), overrides, rules),
)

/** The stored text may be invalid: another version or the user wrote it. */
function parseOverrides(text: string | null): Overrides {
  const stored = jsonOf(text)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
