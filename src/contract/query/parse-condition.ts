import type { QueryAst } from './ast.ts'
import { parseQuery } from './parse.ts'
import { queryErrorMessage } from './errors.ts'

/** Reads a query as a condition on one entry: an order or a limit means nothing there. @returns an error message */
export function parseCondition(text: string): QueryAst | string {
  const parsed = parseQuery(text)
  if (!parsed.ok) return queryErrorMessage(parsed.error)
  if (parsed.ast.sort !== undefined || parsed.ast.limit !== undefined)
    return 'A condition has neither an order nor a limit'
  return parsed.ast
}
