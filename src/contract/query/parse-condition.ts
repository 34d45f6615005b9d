import { nearTerms, type NearTerm, type QueryAst } from './ast.ts'
import { parseQuery } from './parse.ts'
import { queryErrorMessage, type QueryError } from './errors.ts'

/** What is near is known of all entries together, on the server alone: a condition on one entry cannot ask it. */
export const onlySearches = ({ ranking }: NearTerm): Pick<QueryError, 'code' | 'values'> => ({
  code: 'onlySearches',
  values: { field: ranking },
})

/** Reads a query as a condition on one entry: an order or a limit means nothing there. @returns an error message */
export function parseCondition(text: string): QueryAst | string {
  const parsed = parseQuery(text)
  if (!parsed.ok) return queryErrorMessage(parsed.error)
  if (parsed.ast.sort !== undefined || parsed.ast.limit !== undefined)
    return 'A condition has neither an order nor a limit'
  const [near] = nearTerms(parsed.ast)
  if (near) return queryErrorMessage(onlySearches(near))
  return parsed.ast
}
