/** Applies the rules of retention once a day. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { addRetentionRun, retentionRules } from '../storage/entries/retention-rules.ts'
import { deleteByRules } from '../storage/entries/retention.ts'

const DAY_MS = 86_400_000

type RetentionServices = Pick<Services, 'storage' | 'now' | 'newId'>

export const retentionQueue = (services: RetentionServices): Queues => ({
  retention: { every: DAY_MS, run: (_job, signal) => applyRetention(services, signal) },
})

/** A run that deletes something is journaled with its rules. */
export async function applyRetention(
  { storage, now, newId }: RetentionServices,
  signal?: AbortSignal,
): Promise<void> {
  const rules = await retentionRules(storage)
  const deleted = await deleteByRules(storage, rules, now, signal)
  if (deleted.size === 0) return
  const entries = [...deleted.values()].reduce((sum, count) => sum + count, 0)
  const row = {
    id: newId(),
    at: now(),
    entries,
    feeds: deleted.size,
    rules: JSON.stringify([...rules.general, ...rules.own]),
  }
  await addRetentionRun(storage, row)
}
