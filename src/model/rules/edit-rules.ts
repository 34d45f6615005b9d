/** Changes of the list of rules, as pure functions. */
import type { Condition, Rule } from '../../contract/actions.ts'
import { deepEqual } from '../../core/index.ts'
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

/** A change of the whole list: before and after. */
export type ListChange = { readonly before: readonly Rule[]; readonly rules: readonly Rule[] }

/**
 * Repeats a change on a list that may have changed meanwhile, by an undo of an older step or on another
 * device: only affects what the change added, edited, removed or moved. Repeating it twice changes nothing more.
 */
export function repeatChange(current: readonly Rule[], { before, rules }: ListChange): readonly Rule[] {
  if (deepEqual(current, before)) return rules
  const removed = without(before, rules)
  const added = without(rules, before)
  const missing = without(added, current)
  if (removed.length > 0 && removed.length === added.length) {
    const edited = removed.reduce<readonly Rule[]>((list, rule, index) => {
      const at = positionIn(list, rule)
      const next = added[index]
      return at === -1 || !next
        ? list
        : positionIn(list, next) === -1
          ? list.with(at, next)
          : list.toSpliced(at, 1)
    }, current)
    return [...edited, ...without(missing, edited)]
  }
  const left = current.filter((rule) => positionIn(removed, rule) === -1)
  const grown = missing.reduce<readonly Rule[]>((list, rule) => {
    const at = Math.min(positionIn(rules, rule), list.length)
    return list.toSpliced(at, 0, rule)
  }, left)
  return removed.length === 0 && added.length === 0 ? ordered(grown, rules) : grown
}

const positionIn = (list: readonly Rule[], rule: Rule): number =>
  list.findIndex((one) => deepEqual(one, rule))
/** The rules of a list that another one lacks. */
const without = (list: readonly Rule[], other: readonly Rule[]): readonly Rule[] =>
  list.filter((rule) => positionIn(other, rule) === -1)

/** The rules that are in both lists in the order of `order`; the others keep their positions. */
function ordered(list: readonly Rule[], order: readonly Rule[]): readonly Rule[] {
  const sorted = order.filter((rule) => positionIn(list, rule) !== -1)
  return list.map((rule) => (positionIn(order, rule) === -1 ? rule : (sorted.shift() ?? rule)))
}
