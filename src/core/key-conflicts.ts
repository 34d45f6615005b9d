/** Conflicts of a keymap: entries of which one hides or delays the other in some state. */
import { deepEqual } from './deep-equal.ts'
import { parseExpression, type Expression } from './expression.ts'
import { canonicalPresses, KEY_PLACEHOLDER } from './key-press.ts'
import { appliesIn, areasOverlap, closedAreas, pressesMatch, type KeymapEntry } from './keys.ts'
import { satisfy, type ExampleState } from './satisfy.ts'

/** Two entries with the same keys, or of which one's keys begin with the other's. */
export type Clash<Entry extends KeymapEntry = KeymapEntry> = {
  /** The earlier one, which loses. */
  readonly a: Entry
  readonly b: Entry
  readonly is: 'same' | 'prefix'
  /** A state in which both apply and can run. */
  readonly example: ExampleState
}

/** Focus areas of the reader, in the order in which examples name them. */
const OPEN_AREAS = ['timeline', 'entry-render', 'subscription-list', 'sub-layer', 'home', 'video-player']

/** All conflicting pairs. */
export function findClashes<Entry extends KeymapEntry>(entries: readonly Entry[]): Clash<Entry>[] {
  const areas = [...new Set([...OPEN_AREAS, ...entries.flatMap(({ where }) => where ?? []), ...closedAreas])]
  const read = entries.map((entry) => ({ entry, presses: canonicalPresses(entry.keys) }))
  return read.flatMap(({ entry, presses }, index) =>
    read.slice(index + 1).flatMap((other): Clash<Entry>[] => {
      const shorter = Math.min(presses.length, other.presses.length)
      if (!presses.slice(0, shorter).every((press, at) => pressesMatch(press, other.presses[at] ?? '')))
        return []
      if (!areasOverlap(entry.where, other.entry.where)) return []
      if (presses.length === other.presses.length && doSame(entry, other.entry)) return []
      const example = exampleOf(entry, other.entry, areas)
      if (!example) return []
      return [
        {
          a: entry,
          b: other.entry,
          is: presses.length === other.presses.length ? 'same' : 'prefix',
          example,
        },
      ]
    }),
  )
}

/** Whether an entry begins with a digit, so that digits no longer count where it applies. */
export const takesDigit = ({ keys }: Pick<KeymapEntry, 'keys'>): boolean =>
  /^[1-9]$/.test(canonicalPresses(keys)[0] ?? '')

/** The same command with the same arguments; a placeholder beside a special key of the same command is intended. */
function doSame(a: KeymapEntry, b: KeymapEntry): boolean {
  if (a.command?.id !== b.command?.id) return false
  return (
    deepEqual(a.args ?? {}, b.args ?? {}) ||
    [a, b].some(({ keys }) => canonicalPresses(keys).includes(KEY_PLACEHOLDER))
  )
}

/** A state in which both apply and can run. */
function exampleOf(a: KeymapEntry, b: KeymapEntry, areas: readonly string[]): ExampleState | null {
  const shared = areas.filter((area) => [a, b].every(({ where }) => appliesIn({ where }, area, new Map())))
  return satisfy([...conditionsOf(a), ...conditionsOf(b)], shared)
}

function conditionsOf({ when, command, args }: KeymapEntry): readonly Expression[] {
  const namesTarget = command?.target !== undefined && args?.[command.target] !== undefined
  return [when, command?.needs, namesTarget ? undefined : command?.targetNeeds].flatMap((text) =>
    text ? [parseExpression(text)] : [],
  )
}
