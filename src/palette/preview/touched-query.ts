import { narrowQuery } from '../../contract/query/narrow-query.ts'
import { settingSteps, type PipelineStep } from '../../model/pipelines/index.ts'

/** Of what a query selects, the entries that at least one of the steps changes: those that are done already are left out. */
export function touchedQuery(query: string, steps: readonly PipelineStep[]): string {
  const undone = [...new Set(steps.map(({ id, args }) => settingSteps[id]?.undone(args) ?? ''))]
  // A step without such a condition changes every entry.
  if (undone.length === 0 || undone.includes('')) return query
  return narrowQuery(query, undone.length === 1 ? undone.join('') : `(${undone.join(' OR ')})`)
}
