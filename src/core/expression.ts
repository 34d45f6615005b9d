/**
 * Context expressions: `entry && !starred`, `unread > 0 || area == 'timeline'`. Commands use them in `needs`, key rules
 * in `when`. `and`, `or` and `not` may be written for `&&`, `||` and `!`.
 */

/** The value of a context key. An absent key is false. */
export type ContextValue = boolean | number | string
export type ContextValues = ReadonlyMap<string, ContextValue>

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** One test of a context key, the leaf of an expression. */
export type ContextTerm =
  | { readonly kind: 'key'; readonly key: string; readonly negated: boolean }
  | {
      readonly kind: 'comparison'
      readonly key: string
      readonly operator: Comparison
      readonly value: ContextValue
    }
export type Expression =
  | ContextTerm
  | { readonly kind: 'and'; readonly operands: readonly Expression[] }
  | { readonly kind: 'or'; readonly operands: readonly Expression[] }

/** The text of an expression cannot be read. `position` counts UTF-16 units from 0. */
export class ExpressionError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(`${message} at position ${position}`)
    this.position = position
  }
}

const parsedExpressions = new Map<string, Expression>()

/** Parses an expression. The result is cached by its text. @throws ExpressionError */
export function parseExpression(text: string): Expression {
  const cached = parsedExpressions.get(text)
  if (cached) return cached
  const parsed = new ExpressionParser(text).parse()
  parsedExpressions.set(text, parsed)
  return parsed
}

/** Whether the expression holds for these values. */
export function evaluate(expression: Expression, values: ContextValues): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.operands.every((operand) => evaluate(operand, values))
    case 'or':
      return expression.operands.some((operand) => evaluate(operand, values))
    case 'key':
      return Boolean(values.get(expression.key)) !== expression.negated
    case 'comparison':
      return compare(values.get(expression.key) ?? false, expression.operator, expression.value)
  }
}

/** The terms to satisfy so that the expression holds: all of an `and`, the first alternative of an `or`. */
export function unmetTerms(expression: Expression, values: ContextValues): readonly ContextTerm[] {
  if (evaluate(expression, values)) return []
  switch (expression.kind) {
    case 'and':
      return expression.operands.flatMap((operand) => unmetTerms(operand, values))
    case 'or':
      return expression.operands.slice(0, 1).flatMap((operand) => unmetTerms(operand, values))
    case 'key':
    case 'comparison':
      return [expression]
  }
}

/** The context keys that an expression reads. */
export function keysOfExpression(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap(keysOfExpression)
    case 'key':
    case 'comparison':
      return [expression.key]
  }
}

/** The text of an expression; `parseExpression` reads it back. */
export function formatExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
      return expression.operands
        .map((one) => (one.kind === 'or' ? `(${formatExpression(one)})` : formatExpression(one)))
        .join(' && ')
    case 'or':
      return expression.operands.map(formatExpression).join(' || ')
    case 'key':
      return `${expression.negated ? '!' : ''}${expression.key}`
    case 'comparison':
      return `${expression.key} ${expression.operator} ${
        typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value)
      }`
  }
}

function compare(left: ContextValue, operator: Comparison, right: ContextValue): boolean {
  switch (operator) {
    case '==':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return Number(left) < Number(right)
    case '<=':
      return Number(left) <= Number(right)
    case '>':
      return Number(left) > Number(right)
    case '>=':
      return Number(left) >= Number(right)
  }
}

type Token = { readonly text: string; readonly position: number }
const TOKEN = /\s*(?:(&&|\|\||==|!=|<=|>=|[!()<>])|('[^']*')|(-?\d+(?:\.\d+)?)|([A-Za-z][\w.:-]*))/y
/** Deeper expressions are refused, so that parsing cannot exhaust the stack. */
const MAX_DEPTH = 50

class ExpressionParser {
  private readonly text: string
  private readonly tokens: readonly Token[]
  private index = 0
  private depth = 0

  constructor(text: string) {
    this.text = text
    this.tokens = tokenize(text)
  }

  parse(): Expression {
    const expression = this.or()
    const rest = this.tokens[this.index]
    if (rest) throw new ExpressionError(`Unexpected “${rest.text}”`, rest.position)
    return expression
  }

  private or(): Expression {
    return this.operands('or', ['||', 'or'], () => this.operands('and', ['&&', 'and'], () => this.not()))
  }

  private operands(kind: 'and' | 'or', operators: readonly string[], next: () => Expression): Expression {
    const operands = [next()]
    while (operators.includes(this.tokens[this.index]?.text ?? '')) {
      this.index += 1
      operands.push(next())
    }
    return operands.length === 1 && operands[0] ? operands[0] : { kind, operands }
  }

  private not(): Expression {
    const token = this.take()
    if (token.text === '!' || token.text === 'not') return this.nested(() => negateExpression(this.not()))
    if (token.text === '(') {
      const inner = this.nested(() => this.or())
      const close = this.take()
      if (close.text !== ')') throw new ExpressionError('Expected “)”', close.position)
      return inner
    }
    if (!/^[A-Za-z]/.test(token.text)) throw new ExpressionError('Expected a context key', token.position)
    const operator = this.tokens[this.index]?.text
    if (!isComparison(operator)) return { kind: 'key', key: token.text, negated: false }
    this.index += 1
    return { kind: 'comparison', key: token.text, operator, value: readValue(this.take()) }
  }

  private nested(parse: () => Expression): Expression {
    this.depth += 1
    if (this.depth > MAX_DEPTH)
      throw new ExpressionError('Nested too deeply', this.tokens[this.index]?.position ?? 0)
    const expression = parse()
    this.depth -= 1
    return expression
  }

  private take(): Token {
    const token = this.tokens[this.index]
    if (!token) throw new ExpressionError('The expression ends too early', this.text.length)
    this.index += 1
    return token
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) {
      if (text.slice(start).trim() === '') break
      throw new ExpressionError('Unreadable character', start)
    }
    const token = match[0].trimStart()
    tokens.push({ text: token, position: start + match[0].length - token.length })
  }
  return tokens
}

function readValue({ text, position }: Token): ContextValue {
  if (text.startsWith("'")) return text.slice(1, -1)
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?\d/.test(text)) return Number(text)
  throw new ExpressionError('Expected a number, a quoted text, true or false', position)
}

const opposites: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

/** Negation is moved into the terms, so that an unmet term can be described. */
function negateExpression(expression: Expression): Expression {
  switch (expression.kind) {
    case 'key':
      return { ...expression, negated: !expression.negated }
    case 'comparison':
      return { ...expression, operator: opposites[expression.operator] }
    case 'and':
    case 'or':
      return {
        kind: expression.kind === 'and' ? 'or' : 'and',
        operands: expression.operands.map(negateExpression),
      }
  }
}

const isComparison = (text: string | undefined): text is Comparison => text !== undefined && text in opposites
