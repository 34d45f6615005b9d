/** Key bindings as data: defaults, the map of other clients, and the user's rules. */
import type { CommandArgs } from './arguments.ts'
import type { Command } from './command.ts'
import { evaluate, keysOfExpression, parseExpression, type ContextValues } from './expression.ts'
import { canonicalPresses, KEY_PLACEHOLDER } from './key-press.ts'

/** The user's keys: command id → sequences, alternatives separated by commas; an empty text unbinds. */
export type Overrides = Readonly<Record<string, string>>

/**
 * A key rule of the user. Of the rules that match, the last one wins, and any rule wins over overrides and defaults.
 * Stored and exported as JSON.
 */
export type KeyRule = {
  readonly keys: string
  /** null: these keys do nothing. */
  readonly command: string | null
  readonly args?: CommandArgs
  /** A context expression, see expression.ts. */
  readonly when?: string
  readonly count?: number
}

/** One sequence of the keymap. Later entries win over earlier ones. */
export type KeymapEntry = {
  /** null: these keys do nothing. */
  readonly command: Command | null
  readonly keys: string
  /** Focus areas in which it applies; null: everywhere but in a modal. */
  readonly where: readonly string[] | null
  /** A context expression that must hold besides. */
  readonly when?: string
  /** Arguments that the keys pass. */
  readonly args?: CommandArgs
  readonly count?: number
  /** From the user, not a default. */
  readonly own: boolean
}
export type KeyBinding = KeymapEntry & { readonly command: Command }

/** Focus areas in which only commands that name them apply. */
export const closedAreas: readonly string[] = ['modal', 'menu', 'dropdown-menu', 'recording']

/** The whole keymap: the defaults, each replaced by the user's override if any, then the rules. */
export function keymapOf(
  commands: Iterable<Command>,
  overrides: Overrides,
  rules: readonly KeyRule[] = [],
): readonly KeymapEntry[] {
  const all = [...commands]
  const byId = new Map(all.map((command) => [command.id, command]))
  return [
    ...all.filter(({ id }) => overrides[id] === undefined).flatMap(defaultEntries),
    ...all.flatMap((command) => overrideEntries(command, overrides[command.id] ?? '')),
    ...rules.flatMap((rule) => entriesOfRule(rule, byId)),
  ]
}

/** Every effective binding; those that a later one replaces in every state are left out. */
export function boundKeys(
  commands: Iterable<Command>,
  overrides: Overrides,
  rules: readonly KeyRule[] = [],
): KeyBinding[] {
  return withoutReplaced(keymapOf(commands, overrides, rules)).filter(isBinding)
}

const isBinding = (entry: KeymapEntry): entry is KeyBinding => entry.command !== null

const defaultEntries = (command: Command): readonly KeymapEntry[] =>
  (command.bindings ?? []).map(({ keys, where, when, args }) => ({
    command,
    keys,
    where: where ?? command.where ?? null,
    ...(when !== undefined && { when }),
    ...(args && { args }),
    own: false,
  }))
const overrideEntries = (command: Command, keys: string): readonly KeymapEntry[] =>
  splitAlternatives(keys).map((one) => ({ command, keys: one, where: areasOf(command), own: true }))

function entriesOfRule(rule: KeyRule, commands: ReadonlyMap<string, Command>): readonly KeymapEntry[] {
  const command = rule.command === null ? null : commands.get(rule.command)
  // The command of a plugin that is not loaded, or an expression of another version.
  if (command === undefined || (rule.when !== undefined && !isExpression(rule.when))) return []
  const { args, when, count } = rule
  const namesArea = when !== undefined && keysOfExpression(parseExpression(when)).includes('area')
  const where = command === null || namesArea ? null : areasOf(command)
  return splitAlternatives(rule.keys).map((keys) => ({
    command,
    keys,
    where,
    ...(when !== undefined && { when }),
    ...(args && { args }),
    ...(count !== undefined && { count }),
    own: true,
  }))
}

/** The areas of all default keys of a command: keys of the user apply in the same ones. */
function areasOf({ where, bindings = [] }: Pick<Command, 'where' | 'bindings'>): readonly string[] | null {
  if (where) return where
  if (bindings.length === 0 || bindings.some((binding) => !binding.where)) return null
  return [...new Set(bindings.flatMap((binding) => binding.where ?? []))]
}

const isExpression = (text: string): boolean => {
  try {
    parseExpression(text)
    return true
  } catch {
    return false
  }
}

/** Entries that a later unconditional entry with the same keys covers in all their areas can never act. */
function withoutReplaced(entries: readonly KeymapEntry[]): readonly KeymapEntry[] {
  if (entries.every(({ own }) => !own)) return entries
  const later = new Map<string, KeymapEntry[]>()
  return entries
    .toReversed()
    .flatMap((entry) => {
      const presses = canonicalPresses(entry.keys).join(' ')
      const covering = later.get(presses) ?? []
      const isReplaced = covering.some((other) => covers(other.where, entry.where))
      const isUnconditional =
        entry.when === undefined && entry.own && !entry.command?.needs && !entry.command?.targetNeeds
      if (isUnconditional) later.set(presses, [...covering, entry])
      return isReplaced ? [] : [entry]
    })
    .toReversed()
}

function covers(area: readonly string[] | null, other: readonly string[] | null): boolean {
  if (area === null) return other === null || other.every((one) => !closedAreas.includes(one))
  return other !== null && other.every((one) => area.includes(one))
}

/** Between two sequences, unlike the comma that is a key: `Control+,` and `g ,`. */
const SEPARATOR = /(?<=[^\s+]),|(?<=\s),(?=\s)/

/** `"m, g r"` → two sequences. A comma that is itself the key is best written `Comma`. */
export const splitAlternatives = (text: string): string[] =>
  text
    .split(SEPARATOR)
    .map((keys) => keys.trim())
    .filter(Boolean)

/** Whether two sets of focus areas intersect. null means everywhere but the closed areas. */
export function areasOverlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a && b) return a.some((area) => b.includes(area))
  const named = a ?? b
  return named === null || named.some((area) => !closedAreas.includes(area))
}

/** Whether an entry applies in a focus area and with these context keys, availability of its command aside. */
export const appliesIn = (
  { where, when }: Pick<KeymapEntry, 'where' | 'when'>,
  area: string,
  values: ContextValues,
): boolean =>
  (where ? where.includes(area) : !closedAreas.includes(area)) &&
  (when === undefined || evaluate(parseExpression(when), values))

/** Whether a canonical press of a binding and a typed one, or one of another binding, may be the same. */
export const pressesMatch = (expected: string, press: string): boolean =>
  expected === press || expected === KEY_PLACEHOLDER || press === KEY_PLACEHOLDER

/** The arguments of a call, with the press that stood for the placeholder as the argument of the type `key`. */
export function argsWithKey(
  { command, args, keys }: KeyBinding,
  typed: readonly string[],
): CommandArgs | undefined {
  const at = canonicalPresses(keys).indexOf(KEY_PLACEHOLDER)
  const name = command.args?.find(({ type }) => type === 'key')?.name
  const press = typed[at]
  return at === -1 || name === undefined || press === undefined ? args : { ...args, [name]: press }
}
