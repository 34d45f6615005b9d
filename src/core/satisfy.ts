/** States in which several context expressions hold at once. */
import { evaluate, type ContextValue, type ContextValues, type Expression } from './expression.ts'

/** A focus area and context keys. */
export type ExampleState = { readonly area: string; readonly values: ContextValues }

/**
 * Searches a state in which all expressions hold, in one of these focus areas. Exact: each context key takes a value
 * of every class that the expressions can tell apart.
 * @returns null: there is none
 */
export function satisfy(expressions: readonly Expression[], areas: readonly string[]): ExampleState | null {
  const candidates = candidateValues(expressions)
  candidates.delete('area')
  const keys = [...candidates]
  const search = (at: number, values: Map<string, ContextValue>): ContextValues | null => {
    const next = keys[at]
    if (!next) return expressions.every((expression) => evaluate(expression, values)) ? new Map(values) : null
    const [key, options] = next
    for (const option of options) {
      const found = search(at + 1, values.set(key, option))
      if (found) return found
    }
    return null
  }
  for (const area of areas) {
    const values = search(0, new Map([['area', area]]))
    if (values) return { area, values }
  }
  return null
}

/** Of every key: false and true, each constant that it is compared with, and a number between and beyond any two of them. */
function candidateValues(expressions: readonly Expression[]): Map<string, readonly ContextValue[]> {
  const constants = new Map<string, Set<ContextValue>>()
  const visit = (expression: Expression) => {
    if (expression.kind === 'and' || expression.kind === 'or') return expression.operands.forEach(visit)
    const known = constants.get(expression.key) ?? new Set()
    constants.set(expression.key, known)
    if (expression.kind === 'comparison') known.add(expression.value)
  }
  expressions.forEach(visit)
  return new Map(
    [...constants].map(([key, known]) => [key, known.size === 0 ? [true, false] : classesOf([...known])]),
  )
}

function classesOf(known: readonly ContextValue[]): readonly ContextValue[] {
  // `<` compares as numbers, so texts, true and false divide the numbers too.
  const numbers = [...new Set([0, 1, ...known.map(Number).filter(Number.isFinite)])].toSorted((a, b) => a - b)
  const between = numbers.slice(1).map((one, at) => (one + (numbers[at] ?? one)) / 2)
  const beyond = [(numbers.at(-1) ?? 0) + 1, (numbers[0] ?? 0) - 1]
  return [...new Set<ContextValue>([...known, ...beyond, ...numbers, ...between, true, false, '', 'other'])]
}
