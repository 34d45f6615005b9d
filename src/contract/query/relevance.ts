/** The order of a query that has words and no `sort:`: entries with the words in their title first. */
import type { QueryAst, QueryExpression } from './ast.ts'

/**
 * What selects the entries that come first: those with all words that the query requires in the title. Within both parts
 * entries are newest first.
 * @returns null where the order is that of time alone
 */
export function titlesFirst({ where, sort }: QueryAst): QueryExpression | null {
  if (sort !== undefined) return null
  const required = where.kind === 'and' ? where.terms : [where]
  const terms = required.flatMap((term): QueryExpression[] =>
    term.kind === 'text' && term.field === 'any' ? [{ ...term, field: 'title' }] : [],
  )
  return terms.length > 1 ? { kind: 'and', terms } : (terms[0] ?? null)
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
