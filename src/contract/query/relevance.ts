/** The order of a query that has words and no `sort:`: entries with the words in their title first. */
import type { QueryAst, QueryExpression } from './ast.ts'

/**
 * The condition for the entries that come first: all words that the query requires are in the title, of alternatives
 * those of one. Within both parts entries are newest first.
 * @returns null where the order is that of time alone
 */
export function titlesFirst({ where, sort }: QueryAst): QueryExpression | null {
  return sort === undefined ? inTitle(where) : null
}

/** The words of an expression, looked for in the title; null: it has none, or one of its alternatives has none. */
function inTitle(expression: QueryExpression): QueryExpression | null {
  if (expression.kind === 'text') return expression.field === 'any' ? { ...expression, field: 'title' } : null
  if (expression.kind !== 'and' && expression.kind !== 'or') return null
  const terms = expression.terms.flatMap((term) => inTitle(term) ?? [])
  if (expression.kind === 'or' && terms.length < expression.terms.length) return null
  return terms.length > 1 ? { kind: expression.kind, terms } : (terms[0] ?? null)
}

/** The parts of a query that follow each other in its order, each in order of time. */
export function orderedParts(ast: QueryAst): readonly QueryAst[] {
  const first = titlesFirst(ast)
  if (first === null) return [ast]
  const part = (term: QueryExpression): QueryAst => ({
    ...ast,
    where: { kind: 'and', terms: [ast.where, term] },
  })
  return [part(first), part({ kind: 'not', term: first })]
}
