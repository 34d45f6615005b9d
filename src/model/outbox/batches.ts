import { mutations } from './define-mutation.ts'
import type { OutboxItem } from './state.ts'

/** As many as one POST reads may name (contract). */
const LARGEST_GROUP = 500

/** The next call of each noun that is not being sent: its first row, with the neighbours that may go along. */
export function nextBatches(outbox: readonly OutboxItem[]): (readonly OutboxItem[])[] {
  const nouns = new Map<string, OutboxItem[]>()
  for (const row of outbox) nouns.set(row.noun, [...(nouns.get(row.noun) ?? []), row])
  return [...nouns.values()].map(nextGroup).filter((group) => group.length > 0)
}

function nextGroup(rows: readonly OutboxItem[]): readonly OutboxItem[] {
  const [first, ...others] = rows
  if (!first || rows.some(({ state }) => state === 'sending') || first.state !== 'kept') return []
  const merge = mutations.get(first.name)?.merge
  if (!merge) return [first]
  const group = [first]
  let args = first.args
  for (const row of others) {
    const merged = row.name === first.name && row.state === 'kept' ? merge(args, row.args) : null
    // A row that was sent before goes under the key it was sent with, so its group must not grow.
    if (merged === null || row.attempts !== first.attempts || group.length === LARGEST_GROUP) break
    args = merged
    group.push(row)
  }
  return group
}

/**
 * ms for which a group still waits for others to go along: since its first row was asked, and since a call of its noun.
 * None where something stands behind it that may not go along.
 */
export function batchDelayLeft(
  outbox: readonly OutboxItem[],
  group: readonly OutboxItem[],
  sentAt: ReadonlyMap<string, number>,
  now: number,
): number {
  const [first] = group
  if (!first || outbox.filter(({ noun }) => noun === first.noun).length > group.length) return 0
  const gather = mutations.get(first.name)?.gather?.(first.args) ?? 0
  return Math.min(first.at, sentAt.get(first.noun) ?? Number.NEGATIVE_INFINITY) + gather - now
}
