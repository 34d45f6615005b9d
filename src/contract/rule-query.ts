/**
 * Conditions of a rule written in the query language, and back. Every query without an order and a limit is a condition;
 * conditions that the language cannot express stay in the form.
 */
import type { Condition } from './actions.ts'
import { queryViews, type QueryExpression } from './query/ast.ts'
import type { QueryError } from './query/errors.ts'
import { formatQuery } from './query/format.ts'
import { parseQuery } from './query/parse.ts'
import { isView } from './views.ts'

/** Inner lists are "and", the outer one is "or"; no group is every entry. */
export type ConditionGroups = readonly (readonly Condition[])[]

export type ConditionsOfQuery =
  | { readonly ok: true; readonly groups: ConditionGroups }
  /** `unordered`: it has an order or a limit, which mean nothing for one entry. */
  | { readonly ok: false; readonly error: QueryError | 'unordered' }

/** Reads a query as conditions: in fields of the form where they mean the same, else as conditions in the query language. */
export function conditionsOfQuery(query: string): ConditionsOfQuery {
  const parsed = parseQuery(query)
  if (!parsed.ok) return { ok: false, error: parsed.error }
  const { where, sort, limit } = parsed.ast
  if (sort !== undefined || limit !== undefined) return { ok: false, error: 'unordered' }
  if (where.kind === 'all') return { ok: true, groups: [] }
  const alternatives = where.kind === 'or' ? where.terms : [where]
  return {
    ok: true,
    groups: alternatives.map((one) => (one.kind === 'and' ? one.terms : [one]).map(conditionOf)),
  }
}

const conditionOf = (expression: QueryExpression): Condition =>
  nativeCondition(expression) ?? {
    field: 'query',
    operator: 'eq',
    value: formatQuery({ where: expression }),
  }

/** The equivalent field of the form; null where there is none. */
function nativeCondition(expression: QueryExpression): Condition | null {
  const negated = expression.kind === 'not'
  const term = negated ? expression.term : expression
  switch (term.kind) {
    case 'text': {
      if (term.field === 'any' || term.text === '') return null
      const operator = negated ? 'not_contains' : 'contains'
      return { field: `entry_${term.field}`, operator, value: term.text }
    }
    case 'view':
      return { field: 'view', operator: negated ? 'not_eq' : 'eq', value: String(term.view) }
    case 'state': {
      if (negated || (term.state !== 'read' && term.state !== 'starred')) return null
      return { field: 'status', operator: 'eq', value: term.state === 'read' ? 'read' : 'collected' }
    }
    case 'source':
      return term.field === 'folder' && term.name !== ''
        ? { field: 'category', operator: negated ? 'not_eq' : 'eq', value: term.name }
        : null
    default:
      return null
  }
}

export type QueryOfConditions =
  | { readonly ok: true; readonly query: string }
  /** Conditions that the query language cannot express; none: the query would be too long. */
  | { readonly ok: false; readonly unsayable: readonly Condition[] }

/** Writes conditions as a query. What it writes is read back as the same conditions. */
export function queryOfConditions(groups: ConditionGroups): QueryOfConditions {
  const unsayable: Condition[] = []
  const expressions = groups
    .filter((group) => group.length > 0)
    .map((group) =>
      group.flatMap((condition) => {
        const expression = expressionOf(condition)
        if (expression === null) unsayable.push(condition)
        return expression ?? []
      }),
    )
  if (unsayable.length > 0) return { ok: false, unsayable }
  const where = joined(
    'or',
    expressions.map((terms) => joined('and', terms)),
  )
  const query = formatQuery({ where })
  return parseQuery(query).ok ? { ok: true, query } : { ok: false, unsayable }
}

function joined(kind: 'and' | 'or', terms: readonly QueryExpression[]): QueryExpression {
  const [first] = terms
  if (!first) return { kind: 'all' }
  return terms.length === 1 ? first : { kind, terms }
}

/** @returns null where the query language cannot express it, or the condition is not complete */
function expressionOf({ field, operator, value = '' }: Condition): QueryExpression | null {
  const positive = operator === 'contains' || operator === 'eq'
  if (!positive && operator !== 'not_contains' && operator !== 'not_eq') return null
  const term = termOf(field, operator.replace('not_', ''), value)
  if (term === null) return null
  return positive ? term : { kind: 'not', term }
}

function termOf(field: string | undefined, operator: string, value: string): QueryExpression | null {
  if (value === '') return null
  const text = field === 'entry_title' ? 'title' : field === 'entry_author' ? 'author' : null
  if (text !== null) return operator === 'contains' ? { kind: 'text', field: text, text: value } : null
  if (operator !== 'eq') return null
  if (field === 'view') {
    const view = Number(value)
    return isView(view) && value in queryViews ? { kind: 'view', view } : null
  }
  if (field === 'status') {
    if (value === 'collected') return { kind: 'state', state: 'starred' }
    return value === 'read' ? { kind: 'state', state: 'read' } : null
  }
  if (field === 'category') return { kind: 'source', field: 'folder', name: value }
  if (field !== 'query') return null
  const parsed = parseQuery(value)
  if (!parsed.ok || parsed.ast.sort !== undefined || parsed.ast.limit !== undefined) return null
  return parsed.ast.where.kind === 'all' ? null : parsed.ast.where
}
