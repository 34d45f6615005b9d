import { mutations } from './define-mutation.ts'
import type { OutboxItem } from './state.ts'

/** Maximum entries of one POST reads (contract). */
const MAX_BATCH_SIZE = 500

/**
 * The next batch of each resource, or part of one, that is not being sent: its first row, with the neighbours that coalesce
 * with it.
 */
export function nextBatches(outbox: readonly OutboxItem[]): (readonly OutboxItem[])[] {
  const byPart = new Map<string, OutboxItem[]>()
  for (const row of outbox) {
    const part = `${row.noun} ${mutations.get(row.name)?.part?.(row.args) ?? ''}`
    byPart.set(part, [...(byPart.get(part) ?? []), row])
  }
  return [...byPart.values()].map(nextBatch).filter((group) => group.length > 0)
}

function nextBatch(rows: readonly OutboxItem[]): readonly OutboxItem[] {
  const [first, ...others] = rows
  if (!first || rows.some(({ state }) => state === 'sending') || first.state !== 'stored') return []
  const merge = mutations.get(first.name)?.merge
  if (!merge) return [first]
  const group = [first]
  let args = first.args
  for (const row of others) {
    const merged = row.name === first.name && row.state === 'stored' ? merge(args, row.args) : null
    // A row that was sent before is sent under the same key again, so its batch must not grow.
    if (merged === null || row.attempts !== first.attempts || group.length === MAX_BATCH_SIZE) break
    args = merged
    group.push(row)
  }
  return group
}

/**
 * Remaining delay in ms before a batch is sent, counted from its first row and from the last call of its resource.
 * No delay when a row that does not coalesce is queued behind it.
 */
export function batchDelayLeft(
  outbox: readonly OutboxItem[],
  group: readonly OutboxItem[],
  sentAt: ReadonlyMap<string, number>,
  now: number,
): number {
  const [first] = group
  if (!first || outbox.filter(({ noun }) => noun === first.noun).length > group.length) return 0
  const batchDelay = mutations.get(first.name)?.batchDelayMs?.(first.args) ?? 0
  return Math.min(first.at, sentAt.get(first.noun) ?? Number.NEGATIVE_INFINITY) + batchDelay - now
}
