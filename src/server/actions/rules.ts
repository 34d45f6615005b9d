/** Compiled rules: each has a name, a position, a result and a predicate on entries. */
import { createHash } from 'node:crypto'
import type { Condition, Rule } from '../../contract/actions.ts'
import { MAX_RULES_TEXT } from '../../contract/limits.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import { queryTerms, type QueryTerm } from '../../contract/query/ast.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import { pluginPartOf } from '../../contract/rule-conditions.ts'
import { compileCondition, pluginKey, type Test } from './condition.ts'
import type { RuleInput } from './rule-input.ts'
import { compileRewrite } from './rewrite.ts'
import { createRuleBudget, TOO_LARGE } from './rule-budget.ts'

/** What triggered the evaluation. */
export type Cause = 'arrival' | 'read' | 'collected' | 'run'

export type ReadyRule = {
  /** A digest of the rule: it changes when the rule is edited. */
  readonly id: string
  readonly name: string
  readonly position: number
  /** Whether it depends on the read or starred status. */
  readonly watchesStatus: boolean
  readonly readsContent: boolean
  /** Whether its queries need names of feeds, folders, lists or inboxes. */
  readonly readsSource: boolean
  /** Whether it has conditions of plugins. */
  readonly asksPlugins: boolean
  /** The conditions of plugins that decide about an entry: in groups whose other conditions hold. */
  readonly pluginConditionsFor: (facts: RuleInput, cause: Cause) => readonly PluginCondition[]
  /** Whether it depends on which feeds are rare. */
  readonly readsRarity: boolean
  /** @returns null when the rule does not match */
  readonly resultFor: (facts: RuleInput, cause: Cause) => ActionResult | null
}

/** A condition of a plugin with what the user entered for it. */
export type PluginCondition = {
  readonly key: string
  readonly plugin: string
  readonly name: string
  readonly value: string
}

type Group = {
  readonly tests: readonly Test[]
  readonly statuses: readonly string[]
  /** The tests and conditions of plugins, which are not among `tests`. */
  readonly pluginTests: readonly Test[]
  readonly pluginConditions: readonly PluginCondition[]
}

/** The outer list is "or", each inner one "and"; a flat list is one group. */
function groupsOf({ condition }: Pick<Rule, 'condition'>): readonly (readonly Condition[])[] {
  const list: readonly (Condition | readonly Condition[])[] = condition
  const nested = list.every((one): one is readonly Condition[] => Array.isArray(one))
  if (nested) return list.filter((group) => group.length > 0)
  return [list.flatMap((one) => (Array.isArray(one) ? (one as readonly Condition[]) : [one as Condition]))]
}

/** @param budget of all rules of the user @returns an error message, or null for a valid rule */
export function faultOf(rule: Rule, budget = createRuleBudget()): string | null {
  for (const condition of groupsOf(rule).flat()) {
    const test = compileCondition(condition, budget)
    if (typeof test === 'string') return test
  }
  // Invalid ones of these were never refused, and have no effect.
  for (const condition of (rule.result.blockRules ?? []).flatMap(blockConditions))
    if (compileCondition(condition, budget) === TOO_LARGE) return TOO_LARGE
  for (const one of rule.result.rewriteRules ?? []) {
    const rewrite = compileRewrite(one)
    if (typeof rewrite === 'string') return rewrite
    if (!budget.takes(rewrite.size)) return TOO_LARGE
  }
  return null
}

/**
 * Enabled, valid rules in order. An invalid stored rule is skipped so that it does not stop the others, and so is what exceeds
 * a user's limits.
 */
export function readyRules(rules: readonly Rule[]): ReadyRule[] {
  const budget = createRuleBudget()
  let left = MAX_RULES_TEXT
  return rules.flatMap((rule, position) => {
    if (rule.result.disabled === true) return []
    left -= JSON.stringify(rule).length
    if (left < 0 || faultOf(rule, budget) !== null) return []
    return [readyRule(rule, position)]
  })
}

function readyRule(rule: Rule, position: number): ReadyRule {
  const conditions = groupsOf(rule)
  const groups = conditions.map(groupOf)
  const { blockRules = [], disabled: _off, ...result } = rule.result
  const blocks = blockRules.flatMap(blockTest)
  const terms = conditions.flat().flatMap(termsOf)
  const asksPlugins = groups.some(({ pluginConditions }) => pluginConditions.length > 0)
  const readsRarity = terms.some((term) => term.kind === 'state' && term.state === 'rare')
  return {
    id: digest(rule),
    name: rule.name,
    position,
    watchesStatus: groups.some(({ statuses }) => statuses.length > 0),
    readsContent:
      blocks.length > 0 ||
      asksPlugins ||
      terms.some((term) => (term.kind === 'text' && term.field === 'any') || term.kind === 'time') ||
      conditions.some((group) => group.some(({ field }) => field === 'entry_content')),
    readsSource: readsRarity || terms.some(({ kind }) => kind === 'source' || kind === 'view'),
    readsRarity,
    asksPlugins,
    pluginConditionsFor: (facts, cause) =>
      groups.flatMap((group) =>
        group.pluginConditions.length > 0 && applies(group, facts, cause) ? group.pluginConditions : [],
      ),
    resultFor(facts, cause) {
      if (!holds(groups, facts, cause)) return null
      const blocked = blocks.some((test) => test(facts))
      const effective = blocked ? { ...result, block: true } : result
      return hasEffect(effective) ? effective : null
    },
  }
}

function groupOf(conditions: readonly Condition[]): Group {
  const ofPlugins = conditions.filter(isPluginCondition)
  return {
    tests: conditions.filter((one) => !isPluginCondition(one)).flatMap(testsOf),
    statuses: conditions.flatMap(statusesOf),
    pluginTests: ofPlugins.flatMap(testsOf),
    pluginConditions: ofPlugins.flatMap((one) => pluginConditionIn(one) ?? []),
  }
}

function testsOf(condition: Condition): Test[] {
  const test = compileCondition(condition)
  return typeof test === 'string' ? [] : [test]
}

const isPluginCondition = (condition: Condition): boolean => pluginConditionIn(condition) !== null

function pluginConditionIn({ field = '', value = '' }: Condition): PluginCondition | null {
  const condition = pluginPartOf(field)
  return condition && { ...condition, value, key: pluginKey(field, value) }
}

const termsOf = ({ field, value = '' }: Condition): QueryTerm[] => {
  const parsed = field === 'query' ? parseQuery(value) : null
  return parsed?.ok ? queryTerms(parsed.ast.where) : []
}

/** The status changes on which a condition depends. */
function statusesOf(condition: Condition): string[] {
  if (condition.field === 'status') return condition.value ? [condition.value] : []
  return termsOf(condition).flatMap((term) =>
    term.kind === 'state' && term.state !== 'rare' ? [term.state === 'starred' ? 'collected' : 'read'] : [],
  )
}

/** A status change evaluates only the groups that depend on it: the others were evaluated on arrival. */
function holds(groups: readonly Group[], facts: RuleInput, cause: Cause): boolean {
  if (groups.length === 0) return cause === 'arrival' || cause === 'run'
  return groups.some(
    (group) => applies(group, facts, cause) && group.pluginTests.every((test) => test(facts)),
  )
}

/** Whether a group is evaluated, and all of its conditions but those of plugins hold. */
const applies = ({ tests, statuses }: Group, facts: RuleInput, cause: Cause): boolean =>
  (cause === 'arrival' || cause === 'run' || statuses.includes(cause)) && tests.every((test) => test(facts))

/** The legacy form of blocking: one condition per field, any of which is enough. */
const blockTest = (rule: BlockRule): Test[] => blockConditions(rule).flatMap(testsOf)

type BlockRule = NonNullable<Rule['result']['blockRules']>[number]
function blockConditions({ field, operator, value }: BlockRule): Condition[] {
  const fields: Readonly<Record<string, readonly string[]>> = {
    all: ['entry_title', 'entry_content', 'entry_author', 'entry_url'],
    title: ['entry_title'],
    content: ['entry_content'],
    author: ['entry_author'],
    url: ['entry_url'],
  }
  return (fields[field] ?? []).map((name) => ({ field: name, operator, value: String(value) }))
}

const hasEffect = (result: ActionResult): boolean =>
  Object.values(result).some((value) => value !== false && !(Array.isArray(value) && value.length === 0))

/** Identifies the rule: the id of its applications. */
export const digest = (rule: Rule): string =>
  createHash('sha256')
    .update(JSON.stringify([rule.name, groupsOf(rule), rule.result]))
    .digest('base64url')
    .slice(0, 22)
