/** Compiles one condition of a rule for evaluation on many entries. */
import { conditionFields, operatorsOf, type Condition, type ConditionField } from '../../contract/actions.ts'
import { parseCondition } from '../../contract/query/parse-condition.ts'
import { queryTerms } from '../../contract/query/ast.ts'
import { matches } from '../../contract/query/matches.ts'
import { pluginPartOf, pluginOperators } from '../../contract/rule-conditions.ts'
import { secondsOf, type RuleInput } from './rule-input.ts'
import { compilePattern } from './pattern.ts'
import { TOO_LARGE, type RuleBudget } from './rule-budget.ts'

export type Test = (facts: RuleInput) => boolean

/**
 * @param budget that patterns take from; unlimited when absent
 * @returns an error message for an invalid condition
 */
export function compileCondition(condition: Condition, budget?: RuleBudget): Test | string {
  const test = testOf(condition, budget)
  if (typeof test === 'string') return test
  return (facts) => {
    facts.budget.spend(0)
    return test(facts)
  }
}

function testOf({ field, operator, value }: Condition, budget: RuleBudget | undefined): Test | string {
  if (!field || !operator || value === undefined || value === '') return 'A condition is not complete'
  const ofPlugin = pluginPartOf(field)
  if (ofPlugin) return pluginTest(operator, pluginKey(field, value))
  if (!isField(field)) return `There is no field ${field}`
  if (!operatorsOf[field].includes(operator)) return `${field} cannot be asked with ${operator}`
  if (field === 'status') return statusTest(value)
  if (field === 'view') return viewTest(operator, value)
  if (field === 'query') return queryTest(operator, value)
  if (field === 'entry_media_length') return numberTest(operator, Number(value), ({ media }) => media)
  if (field === 'entry_attachments_duration')
    return numberTest(operator, secondsOf(value) ?? NaN, ({ duration }) => duration)
  return textTest(operator, value, texts[field], budget)
}

/** The key of a plugin's condition in {@link RuleInput}. */
export const pluginKey = (field: string, value: string): string => `${field} ${value}`

/** An unknown condition is false, and so is its negation. */
function pluginTest(operator: string, key: string): Test | string {
  if (!(pluginOperators as readonly string[]).includes(operator))
    return `A condition of a plugin cannot be asked with ${operator}`
  return ({ plugins }) => plugins.get(key) === (operator === 'eq')
}

const isField = (name: string): name is ConditionField =>
  (conditionFields as readonly string[]).includes(name)

const texts: Readonly<
  Record<
    Exclude<
      ConditionField,
      'status' | 'view' | 'entry_media_length' | 'entry_attachments_duration' | 'query'
    >,
    (facts: RuleInput) => string
  >
> = {
  title: ({ feedTitle }) => feedTitle,
  category: ({ category }) => category,
  site_url: ({ siteUrl }) => siteUrl,
  feed_url: ({ feedUrl }) => feedUrl,
  entry_title: ({ title }) => title,
  entry_content: ({ content }) => content(),
  entry_url: ({ url }) => url,
  entry_author: ({ author }) => author,
}

function statusTest(value: string): Test | string {
  if (value === 'read') return ({ read }) => read
  if (value === 'collected') return ({ collected }) => collected
  return `There is no status ${value}`
}

function viewTest(operator: string, value: string): Test | string {
  if (!/^[0-5]$/.test(value)) return `There is no view ${value}`
  const number = Number(value)
  return operator === 'eq' ? ({ view }) => view === number : ({ view }) => view !== number
}

/** A condition in the query language. */
function queryTest(operator: string, value: string): Test | string {
  const ast = parseCondition(value)
  if (typeof ast === 'string') return ast
  const textTerms = queryTerms(ast.where).filter(({ kind }) => kind === 'text').length
  return (facts) => {
    facts.budget.spend(textTerms * facts.query().body.length)
    return matches(ast, facts.query(), facts.now) === (operator === 'eq')
  }
}

/** Without a number only `not_eq` is true. */
function numberTest(operator: string, value: number, of: (facts: RuleInput) => number | null): Test | string {
  if (!Number.isFinite(value)) return 'A number is needed here'
  const compare: Readonly<Record<string, (one: number) => boolean>> = {
    eq: (one) => one === value,
    not_eq: (one) => one !== value,
    gt: (one) => one > value,
    lt: (one) => one < value,
  }
  const test = compare[operator]
  if (!test) return `Numbers cannot be asked with ${operator}`
  return (facts) => {
    const one = of(facts)
    return one === null ? operator === 'not_eq' : test(one)
  }
}

/** `contains` ignores case; `eq` and patterns do not. */
function textTest(
  operator: string,
  value: string,
  of: (facts: RuleInput) => string,
  budget: RuleBudget | undefined,
): Test | string {
  const small = value.toLowerCase()
  if (operator === 'contains') return (facts) => facts.lowerCase(of(facts)).includes(small)
  if (operator === 'not_contains') return (facts) => !facts.lowerCase(of(facts)).includes(small)
  if (operator === 'eq') return (facts) => of(facts).trim() === value.trim()
  if (operator === 'not_eq') return (facts) => of(facts).trim() !== value.trim()
  const pattern = compilePattern(value)
  if (typeof pattern === 'string') return pattern
  if (budget?.takes(pattern.size) === false) return TOO_LARGE
  return (facts) => pattern.test(of(facts), facts.budget)
}
