import { parseCondition } from './query/parse-condition.ts'
import type { OwnRetentionRule } from './retention.ts'

/** Why an admin's own rule cannot be used, as a sentence: its query cannot be read, or has no bound. */
export function ownRetentionProblem({ kind, name, maxAgeDays, maxEntries }: OwnRetentionRule): string | null {
  if (kind !== 'query') return null
  const query = parseCondition(name)
  if (typeof query === 'string') return query
  return maxAgeDays === null && maxEntries === null
    ? 'A rule for a query needs an age or a number of entries.'
    : null
}
