/** The keymap: default keys, the user's overrides and rules, and the bindings that result. */
import { combine, createEvent, createStore, sample } from 'effector'
import {
  boundKeys,
  deepEqual,
  keymapOf,
  parseKeyRules,
  type KeyBinding,
  type KeymapEntry,
  type KeyRule,
  type Overrides,
} from '../../core/index.ts'
import type { ChangeTitle } from '../../local/calls.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import { persist } from '../persist.ts'
import { registry } from './registry.ts'

/** keys null: back to the defaults; an empty text unbinds. */
export const overrideChanged = createEvent<{ id: string; keys: string | null }>()
/** Replaces everything that the user set, as an import, a preset or an undo does. */
export const keymapReplaced = createEvent<UserKeymap>()
export const ruleAdded = createEvent<KeyRule>()
/** By its index. */
export const ruleRemoved = createEvent<number>()

type UserKeymap = { readonly overrides: Overrides; readonly rules: readonly KeyRule[] }
/** `command`: the one whose keys change, if it is one. */
type KeymapChange = UserKeymap & { readonly command?: string }
export const $overrides = createStore<Overrides>({}, { serialize: 'ignore' })
/** In the order of precedence: the last match wins. */
export const $keyRules = createStore<readonly KeyRule[]>([], { serialize: 'ignore' })
/** Everything that the user set. */
export const $userKeymap = combine({ overrides: $overrides, rules: $keyRules })

const change = defineLocalChange({
  name: 'keys.change',
  source: combine({ before: $userKeymap, commands: registry.$commands }),
  inverse: ({ overrides, rules, ...of }: KeymapChange, { before }) =>
    deepEqual({ overrides, rules }, before) ? null : { ...before, ...of },
  describe: ({ command }, { commands }): ChangeTitle => {
    const many = 'app:undo.keysMany'
    const title = commands.get(command ?? '')?.title
    if (title === undefined) return { key: 'app:undo.keymap', many, values: { count: 1 } }
    const label = title.includes(':') ? title : `shortcuts:${title}`
    return { key: 'app:undo.keys', many, values: { label, count: 1 } }
  },
})
sample({
  clock: overrideChanged,
  source: $userKeymap,
  fn: ({ overrides, rules }, { id, keys }): KeymapChange => {
    const { [id]: _, ...others } = overrides
    return { overrides: keys === null ? others : { ...others, [id]: keys }, rules, command: id }
  },
  target: change.requested,
})
sample({
  clock: ruleAdded,
  source: $userKeymap,
  fn: ({ overrides, rules }, rule): KeymapChange => ({
    overrides,
    rules: [...rules, rule],
    ...(rule.command !== null && { command: rule.command }),
  }),
  target: change.requested,
})
sample({
  clock: ruleRemoved,
  source: $userKeymap,
  fn: ({ overrides, rules }, index): KeymapChange => ({
    overrides,
    rules: rules.filter((_, at) => at !== index),
  }),
  target: change.requested,
})
sample({ clock: keymapReplaced, fn: (keymap): KeymapChange => keymap, target: change.requested })
$overrides.on(change.applied, (_, { overrides }) => overrides)
$keyRules.on(change.applied, (_, { rules }) => rules)

/** client-facts 5: map of command id → sequences. */
persist($overrides, {
  key: 'follow:command-shortcuts',
  parse: parseOverrides,
  changed: change.applied,
})

persist($keyRules, {
  key: 'lectern:key-rules',
  parse: (text) => parseKeyRules(parsedJson(text)) ?? [],
  changed: change.applied,
})

const sources = { commands: registry.$commands, overrides: $overrides, rules: $keyRules }
/** The keymap that presses are resolved against, unbound keys included. */
export const $keymap = combine(sources, ({ commands, overrides, rules }): readonly KeymapEntry[] =>
  keymapOf(commands.values(), overrides, rules),
)
/** Bindings that can act: help, menus and the palette show them. */
export const $keyBindings = combine(sources, ({ commands, overrides, rules }): readonly KeyBinding[] =>
  boundKeys(commands.values(), overrides, rules),
)

/** The first sequence of each command, which menus, buttons and the palette show. */
export const $firstKeys = $keyBindings.map((bound): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const one of bound) if (!keys.has(one.command.id)) keys.set(one.command.id, one.keys)
  return keys
})

/** The stored text may be invalid: another version or the user wrote it. */
function parseOverrides(text: string | null): Overrides {
  const stored = parsedJson(text)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}
