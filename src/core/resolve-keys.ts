/** Which entry of a keymap a typed sequence means in a given state. */
import { availability } from './command.ts'
import type { ContextTerm, ContextValues } from './expression.ts'
import { parseExpression, unmetTerms } from './expression.ts'
import { canonicalPresses } from './key-press.ts'
import { appliesIn, closedAreas, pressesMatch, type KeyBinding, type KeymapEntry } from './keys.ts'

/** The state that a press is resolved against. */
export type KeyState = {
  readonly area: string
  readonly values: ContextValues
  /** A form field has the focus. */
  readonly inField: boolean
  /** The key is held. */
  readonly isRepeat: boolean
}

/** An entry with its canonical presses. */
export type ReadEntry = { readonly entry: KeymapEntry; readonly presses: readonly string[] }

export type KeyResolution =
  | { readonly is: 'run'; readonly binding: KeyBinding }
  /** `instead` runs when no further key is typed in time. */
  | { readonly is: 'wait'; readonly next: readonly KeyBinding[]; readonly instead: KeyBinding | null }
  /** The user unbound these keys. */
  | { readonly is: 'unbound' }
  | { readonly is: 'none' }

export const readEntries = (entries: readonly KeymapEntry[]): readonly ReadEntry[] =>
  entries.map((entry) => ({ entry, presses: canonicalPresses(entry.keys) }))

/**
 * Of the entries with the same sequence, the last available one counts. Of those, the last one decides: it runs if it
 * is complete; otherwise its next key is awaited.
 * @param typed canonical presses
 */
export function resolveKeys(
  entries: readonly ReadEntry[],
  typed: readonly string[],
  state: KeyState,
): KeyResolution {
  const matches = entries.filter(({ entry, presses }) => begins(presses, typed) && applies(entry, state))
  if (matches.length === 0) return { is: 'none' }
  const winners = new Map<string, ReadEntry>()
  for (const one of matches) {
    const sequence = one.presses.join(' ')
    const before = winners.get(sequence)
    if (before && !isAvailable(one.entry, state.values) && isAvailable(before.entry, state.values)) continue
    // Deleted first, so that the winners are in the order of the keymap.
    winners.delete(sequence)
    winners.set(sequence, one)
  }
  const bound = [...winners.values()].flatMap(({ entry, presses }) =>
    isBinding(entry) ? [{ binding: entry, isComplete: presses.length === typed.length }] : [],
  )
  const available = bound.filter(({ binding }) => isAvailable(binding, state.values))
  const deciding = available.at(-1) ?? bound.at(-1)
  if (!deciding) return { is: 'unbound' }
  if (deciding.isComplete) return { is: 'run', binding: deciding.binding }
  return {
    is: 'wait',
    next: bound.filter(({ isComplete }) => !isComplete).map(({ binding }) => binding),
    instead: available.findLast(({ isComplete }) => isComplete)?.binding ?? null,
  }
}

/** Bindings that a count may precede: of commands with a target, or that take the count themselves. */
export const countable = (entries: readonly ReadEntry[], state: KeyState): readonly KeyBinding[] =>
  entries.flatMap(({ entry, presses }) =>
    isBinding(entry) &&
    (entry.command.takesCount === true || entry.command.target !== undefined) &&
    !presses[0]?.includes('control') &&
    applies(entry, state) &&
    isAvailable(entry, state.values)
      ? [entry]
      : [],
  )

/** A binding with these keys that does not act in this state, and why. */
export type InactiveBinding = {
  readonly binding: KeyBinding
  readonly why: 'area' | 'when' | 'field' | 'repeat'
  readonly missing: readonly ContextTerm[]
}

/** The bindings that these keys begin elsewhere or under other conditions. */
export function inactiveBindings(
  entries: readonly ReadEntry[],
  typed: readonly string[],
  state: KeyState,
): readonly InactiveBinding[] {
  return entries.flatMap(({ entry, presses }): InactiveBinding[] => {
    if (!isBinding(entry) || !begins(presses, typed)) return []
    const { where, when } = entry
    const isInArea = where ? where.includes(state.area) : !closedAreas.includes(state.area)
    if (!isInArea) return [{ binding: entry, why: 'area', missing: [] }]
    const missing = when === undefined ? [] : unmetTerms(parseExpression(when), state.values)
    if (missing.length > 0) return [{ binding: entry, why: 'when', missing }]
    return [{ binding: entry, why: state.inField ? 'field' : 'repeat', missing: [] }]
  })
}

function applies(entry: KeymapEntry, { area, values, inField, isRepeat }: KeyState): boolean {
  const { command } = entry
  if (!appliesIn(entry, area, values)) return false
  return (
    command === null || ((!inField || command.inFields === true) && (!isRepeat || command.repeats === true))
  )
}

const begins = (presses: readonly string[], typed: readonly string[]): boolean =>
  typed.length <= presses.length && typed.every((press, at) => pressesMatch(presses[at] ?? '', press))
const isBinding = (entry: KeymapEntry): entry is KeyBinding => entry.command !== null
const isAvailable = ({ command, args }: KeymapEntry, values: ContextValues): boolean =>
  command === null || availability(command, values, args).available
