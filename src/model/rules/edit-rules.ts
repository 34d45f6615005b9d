/** Changes of the list of rules, as pure functions. */
import type { Condition, Rule } from '../../contract/actions.ts'
import type { RuleChange } from './requests.ts'

/** Conditions as groups: the outer list is "or". A flat list is one group, an empty one is every entry. */
export function groupsOfRule({ condition }: Pick<Rule, 'condition'>): readonly (readonly Condition[])[] {
  const nested = condition.filter((one): one is Condition[] => Array.isArray(one))
  const flat = condition.filter((one): one is Condition => !Array.isArray(one))
  return [...nested, flat].filter((group) => group.length > 0)
}

export const isEnabled = ({ result }: Rule): boolean => result.disabled !== true

/** @returns the same list where there is nothing to change */
export function changedRules(rules: readonly Rule[], { change, position }: RuleChange): readonly Rule[] {
  const rule = rules[position]
  if (!rule) return rules
  if (change === 'delete') return rules.filter((_, at) => at !== position)
  if (change === 'toggle') return rules.with(position, toggled(rule))
  const target = change === 'move-up' ? position - 1 : position + 1
  const other = rules[target]
  return other ? rules.with(position, other).with(target, rule) : rules
}

function toggled(rule: Rule): Rule {
  const { disabled: _, ...result } = rule.result
  return { ...rule, result: isEnabled(rule) ? { ...result, disabled: true } : result }
}

/** @param position null: a new rule, which is the last one */
export const withRule = (rules: readonly Rule[], position: number | null, rule: Rule): readonly Rule[] =>
  position === null || position >= rules.length ? [...rules, rule] : rules.with(position, rule)
