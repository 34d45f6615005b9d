/** Reads a query: recursive descent, bounded in length, terms and depth. */
import type { QueryAst, QueryExpression } from './ast.ts'
import type { QueryError, QueryErrorCode } from './errors.ts'
import { fieldValues, isQueryField, MAX_LIMIT, readValue } from './fields.ts'
import { tokenize, type QueryToken } from './tokenize.ts'

const MAX_QUERY_LENGTH = 2000
/** Far below SQLite's depth of 1,000 for an expression: every term is at most three conditions. */
const MAX_QUERY_TERMS = 200
const MAX_QUERY_DEPTH = 50

export type ParsedQuery =
  | { readonly ok: true; readonly ast: QueryAst }
  | { readonly ok: false; readonly error: QueryError }

type FieldToken = Extract<QueryToken, { kind: 'field' }>

/** Leaves the recursion with an error; never leaves this file. */
class Unreadable extends Error {
  readonly error: QueryError
  constructor(error: QueryError) {
    super(error.code)
    this.error = error
  }
}

/** Never throws: a query that cannot be read is an error with its position. */
export function parseQuery(query: string): ParsedQuery {
  if (query.length > MAX_QUERY_LENGTH)
    return {
      ok: false,
      error: { position: MAX_QUERY_LENGTH, code: 'tooLong', values: { limit: MAX_QUERY_LENGTH } },
    }
  try {
    return { ok: true, ast: parseTokens(tokenize(query), query.length) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, error: error.error }
    throw error
  }
}

type Fail = (position: number, code: QueryErrorCode, values?: QueryError['values']) => never

/** Of alternatives one could be ranked and the other not. */
function refuseRanking(token: FieldToken | null, fail: Fail): void {
  if (token) fail(token.start, 'rankedAlternative', { field: token.field })
}

function parseTokens(tokens: readonly QueryToken[], end: number): QueryAst {
  let at = 0
  let terms = 0
  let ranking: FieldToken | null = null
  const settings: { sort?: 'old' | 'new'; limit?: number } = {}

  const peek = (): QueryToken | undefined => tokens[at]
  const fail = (
    position: number,
    code: QueryErrorCode,
    values: Readonly<Record<string, string | number>> = {},
  ): never => {
    throw new Unreadable({ position, code, values })
  }

  /** @param depth of parentheses and negations around it @returns null for settings alone */
  const parseOr = (depth: number): QueryExpression | null => {
    const parts = [parseAnd(depth)]
    while (peek()?.kind === 'or') {
      at += 1
      parts.push(parseAnd(depth))
    }
    if (parts.length === 1) return parts[0] ?? null
    const complete = parts.filter((part) => part !== null)
    if (complete.length < parts.length) fail(peek()?.start ?? end, 'expectedTerm')
    return { kind: 'or', terms: complete }
  }

  const parseAnd = (depth: number): QueryExpression | null => {
    const parts: QueryExpression[] = []
    const from = at
    for (let token = peek(); token && token.kind !== 'or' && token.kind !== 'close'; token = peek()) {
      const part = parseNot(depth)
      if (part) parts.push(part)
    }
    if (at === from) fail(peek()?.start ?? end, 'expectedTerm')
    return parts.length > 1 ? { kind: 'and', terms: parts } : (parts[0] ?? null)
  }

  const parseNot = (depth: number): QueryExpression | null => {
    const token = peek()
    if (!token) return fail(end, 'expectedTerm')
    if (depth > MAX_QUERY_DEPTH) return fail(token.start, 'tooDeep')
    at += 1
    switch (token.kind) {
      case 'minus': {
        const next = peek()
        // A minus sign belongs to the term that follows it at once.
        if (next?.start !== token.end || next.kind === 'close' || next.kind === 'or')
          return fail(token.end, 'expectedTerm')
        const term = parseNot(depth + 1)
        return term && { kind: 'not', term }
      }
      case 'open':
        return parseGroup(depth)
      case 'text':
        return parseText(token)
      case 'field':
        return parseField(token, depth)
      default:
        return fail(token.start, 'expectedTerm')
    }
  }

  const parseGroup = (depth: number): QueryExpression | null => {
    const inner = parseOr(depth + 1)
    if (peek()?.kind !== 'close') fail(peek()?.start ?? end, 'expectedClosing')
    at += 1
    return inner
  }

  const countTerm = (token: QueryToken): void => {
    terms += 1
    if (terms > MAX_QUERY_TERMS) fail(token.start, 'tooManyTerms', { limit: MAX_QUERY_TERMS })
  }

  const parseText = (token: Extract<QueryToken, { kind: 'text' }>): QueryExpression => {
    if (token.unclosed) fail(token.start, 'unclosedQuote')
    if (token.text === '') fail(token.start + 1, 'expectedTerm')
    countTerm(token)
    return { kind: 'text', field: 'any', text: token.text }
  }

  const parseField = (token: FieldToken, depth: number): QueryExpression | null => {
    const { field, value, valueStart } = token
    if (!isQueryField(field)) return fail(token.start, 'unknownField', { field })
    if (token.unclosed) return fail(valueStart, 'unclosedQuote')
    if (value === '') return fail(valueStart, 'expectedValue', { field })
    countTerm(token)
    if (field === 'sort' || field === 'limit') {
      readSetting(token, field, depth)
      return null
    }
    const term = readValue[field](value)
    // It ranks the whole query.
    if (term.kind === 'near' && depth > 0) fail(token.start, 'onlyTopLevel', { field })
    if (term.kind === 'near') ranking ??= token
    return term.kind === 'error' ? fail(valueStart, term.code, { field, value }) : term
  }

  const readSetting = (
    { start, value, valueStart }: FieldToken,
    field: 'sort' | 'limit',
    depth: number,
  ): void => {
    if (depth > 0) fail(start, 'onlyTopLevel', { field })
    if (settings[field] !== undefined) fail(start, 'repeated', { field })
    if (field === 'sort') {
      if (!fieldValues.sort?.includes(value)) fail(valueStart, 'unknownValue', { field, value })
      settings.sort = value as 'old' | 'new'
      return
    }
    const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0
    if (limit < 1 || limit > MAX_LIMIT) fail(valueStart, 'invalidLimit', { value, limit: MAX_LIMIT })
    settings.limit = limit
  }

  if (tokens.length === 0) return { where: { kind: 'all' } }
  const where = parseOr(0)
  const left = peek()
  if (left) fail(left.start, 'unexpectedClosing')
  if (where?.kind === 'or') refuseRanking(ranking, fail)
  return { where: where ?? { kind: 'all' }, ...settings }
}
