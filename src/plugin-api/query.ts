/** The query language, for plugins that store a query. */
import { parseQuery } from '../contract/query/parse.ts'
import type { PluginText } from './manifest.ts'

/** Why a query cannot be read, as a message; null where it can. */
export function queryProblem(query: string): PluginText | null {
  const parsed = parseQuery(query)
  return parsed.ok ? null : { key: `app:query.errors.${parsed.error.code}`, values: parsed.error.values }
}
