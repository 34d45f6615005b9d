/** Reading JSON of others: what is absent or of another type counts as absent. Pure. */

export type Members = Readonly<Record<string, unknown>>

export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** ms since 1970 of a date, or of seconds. */
export function timeOf(value: unknown): number | null {
  const time =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) && time > 0 && time < 8e15 ? time : null
}

/** A tree as a list, each node before what is below it. Without recursion: a response may nest as deep as it likes. */
export function* inOrder(
  roots: readonly unknown[],
  childrenOf: (node: Members) => readonly unknown[],
): Generator<{ readonly node: Members; readonly depth: number }> {
  const pending = roots.map((node) => ({ node: membersOf(node), depth: 0 })).toReversed()
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next
    const { depth } = next
    for (const child of childrenOf(next.node).toReversed())
      pending.push({ node: membersOf(child), depth: depth + 1 })
  }
}
