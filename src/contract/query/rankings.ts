/** Rankings of the server as a browser stores them: ids of a query in their order. */
import type { QueryAst } from './ast.ts'
import { formatQuery } from './format.ts'
import { parseQuery } from './parse.ts'

/** The key of the small facts of follow.db under which they stand, the newest last. */
export const RANKINGS = 'rankings'

export type Ranking = {
  /** As {@link rankedQuery} writes it. */
  readonly query: string
  /** How near each entry is; null where the plugin does not know. */
  readonly entries: readonly (readonly [id: string, near: number | null])[]
}

export const rankingsIn = (stored: unknown): readonly Ranking[] =>
  Array.isArray(stored) ? (stored as readonly Ranking[]) : []

/** The same for equal queries, however they are written. */
export function rankedQuery(query: string | QueryAst): string {
  if (typeof query !== 'string') return formatQuery(query)
  const parsed = parseQuery(query)
  return parsed.ok ? formatQuery(parsed.ast) : query
}
