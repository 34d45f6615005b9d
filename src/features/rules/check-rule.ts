/** What is wrong with a rule before it is saved, in the words of its form. The server checks it again. */
import type { Condition, Rule } from '../../contract/actions.ts'
import type { ActionOperand, ConditionOperand } from '../../contract/plugin-bundle.ts'
import { nearTerms } from '../../contract/query/ast.ts'
import { onlySearches } from '../../contract/query/parse-condition.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import { fitsAction, operandOf, pluginActionOf, pluginPartOf } from '../../contract/rule-conditions.ts'
import { MAX_PATTERN, MAX_REWRITE_FROM, MAX_REWRITE_TO } from '../../contract/limits.ts'
import type { ConditionGroups } from '../../contract/rule-query.ts'
import type { RuleProviders } from './use-rule-providers.ts'

/** A message: an i18n key with its namespace, and its values. */
export type RuleProblem = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}
const problem = (code: string, values?: RuleProblem['values']): RuleProblem => ({
  key: `app:rules.problems.${code}`,
  ...(values && { values }),
})

/** RE2 knows neither looking around nor references. */
const LOOKS_AROUND = /\(\?(?:[=!]|<[=!])/
const REFERS_BACK = /\\[1-9]|\\k</

/** @returns null for a complete condition. @param providers the plugins that rules can name; null while they are not known */
export function conditionProblem(
  { field, operator, value = '' }: Condition,
  providers: RuleProviders | null = null,
): RuleProblem | null {
  if (!field || !operator || value === '') return problem('incomplete')
  const operand = operandOfField(field, providers)
  if (operand) return operandOf(value, operand) === null ? operandProblem(operand) : null
  if (operator === 'regex') return patternProblem(value)
  if (field === 'query') return queryProblem(value)
  if (field === 'entry_media_length')
    return Number.isFinite(Number(value)) && value.trim() !== '' ? null : problem('number')
  if (field === 'entry_attachments_duration')
    return /^\d+(\.\d+)?(:\d{1,2}){0,2}$/.test(value.trim()) ? null : problem('duration')
  return null
}

/** What is entered for a plugin's condition; null for a field, and where the plugin is not known. */
export function operandOfField(field: string, providers: RuleProviders | null): ConditionOperand | null {
  const condition = pluginPartOf(field)
  const provider = condition && providers?.get(condition.plugin)
  return (condition && provider?.conditions[condition.name]?.operand) ?? null
}

function operandProblem(operand: ConditionOperand): RuleProblem {
  if (operand.type !== 'number') return problem('operand')
  const { minimum, maximum } = operand
  return minimum === undefined || maximum === undefined
    ? problem('number')
    : problem('numberWithin', { minimum, maximum })
}

function patternProblem(pattern: string): RuleProblem | null {
  if (pattern.length > MAX_PATTERN) return problem('patternTooLong', { limit: MAX_PATTERN })
  if (LOOKS_AROUND.test(pattern) || REFERS_BACK.test(pattern)) return problem('patternLooksAround')
  return compiles(pattern) ? null : problem('pattern')
}

function compiles(pattern: string): boolean {
  try {
    // Flags at its beginning and `(?P<` are the server's notation.
    return new RegExp(pattern.replace(/^\(\?[ims]+\)/, '').replaceAll('(?P<', '(?<')) instanceof RegExp
  } catch {
    return false
  }
}

export function queryProblem(query: string): RuleProblem | null {
  const parsed = parseQuery(query)
  if (!parsed.ok) return { key: `app:query.errors.${parsed.error.code}`, values: parsed.error.values }
  const { sort, limit } = parsed.ast
  const [near] = nearTerms(parsed.ast)
  if (near) {
    const { code, values } = onlySearches(near)
    return { key: `app:query.errors.${code}`, values }
  }
  return sort !== undefined || limit !== undefined ? problem('unordered') : null
}

type RewriteRule = NonNullable<Rule['result']['rewriteRules']>[number]
export function rewriteProblem({ from, to }: RewriteRule): RuleProblem | null {
  if (from === '') return problem('rewriteEmpty')
  if (to.length > MAX_REWRITE_TO) return problem('rewriteTooLong', { limit: MAX_REWRITE_TO })
  const pattern = /^\/(.+)\/i?$/s.exec(from)?.[1]
  if (pattern !== undefined) return patternProblem(pattern)
  return from.length > MAX_REWRITE_FROM ? problem('rewriteTooLong', { limit: MAX_REWRITE_FROM }) : null
}

export function webhookProblem(url: string): RuleProblem | null {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isWeb ? null : problem('webhook')
}

/** What is entered for an action of a plugin; null: nothing; undefined where the action is not known. */
export function operandOfAction(
  action: string,
  providers: RuleProviders | null,
): ActionOperand | null | undefined {
  const part = pluginActionOf(action)
  return part ? providers?.get(part.plugin)?.actions[part.name]?.operand : undefined
}

/** @param action as the rule names it */
export function actionProblem(action: string, providers: RuleProviders | null): RuleProblem | null {
  const operand = operandOfAction(action, providers)
  if (operand === undefined) return null
  return fitsAction(pluginActionOf(action)?.value ?? null, operand) ? null : problem('actionOperand')
}

/** Whether the rule says what it does. */
const hasResult = ({ disabled: _, ...result }: Rule['result']): boolean =>
  Object.values(result).some((value) => value !== false && !(Array.isArray(value) && value.length === 0))

export type RuleLimits = { readonly webhooks: number }

/** All problems of a rule, those of single fields included. A rule that is off may be incomplete. */
export function ruleProblems(
  groups: ConditionGroups,
  { result }: Rule,
  limits: RuleLimits,
  providers: RuleProviders | null = null,
): readonly RuleProblem[] {
  if (result.disabled === true) return []
  const { webhooks = [], rewriteRules = [], pluginActions = [] } = result
  return [
    ...groups.flatMap((group) => group.flatMap((one) => conditionProblem(one, providers) ?? [])),
    ...rewriteRules.flatMap((one) => rewriteProblem(one) ?? []),
    ...webhooks.flatMap((url) => webhookProblem(url) ?? []),
    ...pluginActions.flatMap((one) => actionProblem(one, providers) ?? []),
    ...(webhooks.length > limits.webhooks ? [problem('tooManyWebhooks', { limit: limits.webhooks })] : []),
    ...(hasResult(result) ? [] : [problem('noResult')]),
  ]
}
