/** The rules of one feed that block entries, as a short list of conditions: block matches, or keep only matches. */
import type { Condition, Rule } from '../../contract/actions.ts'
import { deepEqual } from '../../core/index.ts'
import { groupsOfRule } from './edit-rules.ts'

export const filterFields = ['entry_title', 'entry_content', 'entry_author', 'query'] as const
export type FilterField = (typeof filterFields)[number]
export type FilterMode = 'keep' | 'block'
/** Text that the field contains, or a query that selects. */
export type FeedFilter = {
  readonly mode: FilterMode
  readonly field: FilterField
  readonly value: string
}

/** The filters in the rules of a feed's address; rules that do anything else are left out and unchanged. */
export const filtersOf = (rules: readonly Rule[], feedUrl: string): readonly FeedFilter[] =>
  rules.flatMap((rule) => readRule(rule, feedUrl) ?? [])

/**
 * The rules with other filters for a feed: one rule blocks, and one keeps. They stay at their positions in the list.
 * @param names of the rules that are new
 */
export function withFilters(
  rules: readonly Rule[],
  feedUrl: string,
  filters: readonly FeedFilter[],
  names: Readonly<Record<FilterMode, string>>,
): readonly Rule[] {
  const written = new Set<FilterMode>()
  const ruleOf = (mode: FilterMode, name: string): readonly Rule[] => {
    const ofMode = filters.filter((one) => one.mode === mode)
    if (ofMode.length === 0 || written.has(mode)) return []
    written.add(mode)
    return [{ name, condition: conditionsOf(mode, ofMode, feedUrl), result: { block: true } }]
  }
  const replaced = rules.flatMap((rule): readonly Rule[] => {
    const [first] = readRule(rule, feedUrl) ?? []
    return first ? ruleOf(first.mode, rule.name) : [rule]
  })
  return [...replaced, ...ruleOf('keep', names.keep), ...ruleOf('block', names.block)]
}

const ofFeed = (feedUrl: string): Condition => ({ field: 'feed_url', operator: 'eq', value: feedUrl })
/** Blocks entries that any condition matches; or those that none matches. */
function conditionsOf(mode: FilterMode, filters: readonly FeedFilter[], feedUrl: string): Condition[][] {
  const conditions = filters.map(({ field, value }): Condition => ({
    field,
    operator: operatorOf(mode, field),
    value,
  }))
  return mode === 'keep'
    ? [[ofFeed(feedUrl), ...conditions]]
    : conditions.map((condition) => [ofFeed(feedUrl), condition])
}

function operatorOf(mode: FilterMode, field: FilterField): string {
  const operator = field === 'query' ? 'eq' : 'contains'
  return mode === 'keep' ? `not_${operator}` : operator
}

/** @returns null for a rule that is none of these */
function readRule(rule: Rule, feedUrl: string): readonly FeedFilter[] | null {
  if (!deepEqual(rule.result, { block: true })) return null
  const groups = groupsOfRule(rule)
  const filters = groups.map(([first, ...others]) =>
    deepEqual(first, ofFeed(feedUrl)) ? others.map(readCondition) : [null],
  )
  const all = filters.flat()
  const read = all.filter((one) => one !== null)
  if (read.length === 0 || read.length < all.length) return null
  const [{ mode } = { mode: 'block' }] = read
  const isWhole = mode === 'keep' ? groups.length === 1 : filters.every((ofGroup) => ofGroup.length === 1)
  return isWhole && read.every((one) => one.mode === mode) ? read : null
}

function readCondition({ field, operator, value = '' }: Condition): FeedFilter | null {
  const known = filterFields.find((one) => one === field)
  if (known === undefined) return null
  const mode = (['keep', 'block'] as const).find((one) => operatorOf(one, known) === operator)
  return mode === undefined ? null : { mode, field: known, value }
}
