/** Key sequences as data: parsing, comparing, and finding conflicts. */
import { parseKeybinding } from 'tinykeys'
import type { CommandArgs } from './arguments.ts'
import type { Command } from './command.ts'
import { formatExpression, negateExpression, parseExpression } from './expression.ts'

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

export type KeyBinding = {
  readonly command: Command
  readonly keys: string
  /** Focus areas in which it applies; null: everywhere but in a modal. */
  readonly where: readonly string[] | null
  /** A context expression that must hold besides. */
  readonly when?: string
  /** Arguments that the keys pass. */
  readonly args?: CommandArgs
  readonly count?: number
  readonly own: boolean
}

/** Focus areas in which only commands that name them apply. */
export const closedAreas: readonly string[] = ['modal', 'menu', 'dropdown-menu', 'recording']

/** Every effective binding: defaults, replaced by the user's where present. */
export function boundKeys(commands: Iterable<Command>, overrides: Overrides): KeyBinding[] {
  return [...commands].flatMap((command): KeyBinding[] => {
    const own = overrides[command.id]
    const where = command.where ?? null
    if (own === undefined)
      return (command.bindings ?? []).map((b) => ({
        command,
        keys: b.keys,
        where: b.where ?? where,
        ...(b.when && { when: b.when }),
        ...(b.args && { args: b.args }),
        own: false,
      }))
    return splitAlternatives(own).map((keys) => ({ command, keys, where, own: true }))
  })
}

/** `"m, g r"` → two sequences. A comma that is itself the key is written `Comma`. */
export const splitAlternatives = (text: string): string[] =>
  text
    .split(',')
    .map((keys) => keys.trim())
    .filter(Boolean)

/** Canonical form of each press, for comparison: modifiers sorted, letters in lower case. */
export function canonicalPresses(keys: string): string[] {
  return parseKeybinding(keys).map(([required, optional, key]) => {
    const modifiers = required.filter((modifier) => !optional.includes(modifier)).toSorted()
    const name = key instanceof RegExp ? key.source : key.toLowerCase()
    return [...modifiers, name].join('+')
  })
}

/** Whether no context satisfies both expressions: one is the negation of the other. */
function excludeEachOther(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const negated = formatExpression(negateExpression(parseExpression(a)))
  return negated === formatExpression(parseExpression(b))
}

/** Whether two sets of focus areas intersect. null means everywhere but the closed areas. */
export function areasOverlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a && b) return a.some((area) => b.includes(area))
  const named = a ?? b
  return named === null || named.some((area) => !closedAreas.includes(area))
}

export type Clash = { readonly a: KeyBinding; readonly b: KeyBinding; readonly is: 'same' | 'prefix' }

/** All pairs of bindings of which one hides or delays the other in some focus area. */
export function findClashes(bound: readonly KeyBinding[]): Clash[] {
  const read = bound.map((one) => ({ one, presses: canonicalPresses(one.keys) }))
  return read.flatMap(({ one, presses }, index) =>
    read.slice(index + 1).flatMap((other): Clash[] => {
      if (one.command.id === other.one.command.id || !areasOverlap(one.where, other.one.where)) return []
      if (excludeEachOther(one.when, other.one.when)) return []
      const shorter = Math.min(presses.length, other.presses.length)
      if (!presses.slice(0, shorter).every((press, at) => press === other.presses[at])) return []
      return [{ a: one, b: other.one, is: presses.length === other.presses.length ? 'same' : 'prefix' }]
    }),
  )
}
