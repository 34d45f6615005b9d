import { ALL_FEEDS, type OwnRetentionRule, type RetentionRule } from '../../contract/retention.ts'
import { queryProblem, type RuleProblem } from '../rules/check-rule.ts'

export type NamedRule = RetentionRule & { readonly title: string | null }

/** The rule for all feeds first, without bounds if there is none. */
export function withGeneralRule(rules: readonly NamedRule[]): readonly NamedRule[] {
  const general = rules.find(({ scope }) => scope === ALL_FEEDS)
  const others = rules.filter(({ scope }) => scope !== ALL_FEEDS)
  return [general ?? { scope: ALL_FEEDS, maxAgeDays: null, maxEntries: null, title: null }, ...others]
}

/** As the server stores them: the rule for all feeds only where it bounds something; one of a feed also to exempt it. */
export const boundedRules = (rules: readonly NamedRule[]): RetentionRule[] =>
  rules
    .filter(
      ({ scope, maxAgeDays, maxEntries }) =>
        scope !== ALL_FEEDS || maxAgeDays !== null || maxEntries !== null,
    )
    .map(({ scope, maxAgeDays, maxEntries }) => ({ scope, maxAgeDays, maxEntries }))

/** A rule for a folder or a query in the form; `key` tells rules apart while a query is typed. */
export type OwnRuleRow = OwnRetentionRule & { readonly key: number }

export const ownRuleRows = (rules: readonly OwnRetentionRule[]): readonly OwnRuleRow[] =>
  rules.map((rule, key) => ({ ...rule, key }))

/** The rows with one more, without bounds. */
export const withOwnRule = (
  rows: readonly OwnRuleRow[],
  { kind, name }: Pick<OwnRetentionRule, 'kind' | 'name'>,
): readonly OwnRuleRow[] => [
  ...rows,
  { kind, name, maxAgeDays: null, maxEntries: null, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
]

/** As the server stores them. */
export const ownRules = (rows: readonly OwnRuleRow[]): OwnRetentionRule[] =>
  rows.map(({ key: _, name, ...rule }) => ({ ...rule, name: name.trim() }))

/** What is wrong with a row. The server checks it again. */
export function ownRuleProblem(row: OwnRuleRow, rows: readonly OwnRuleRow[]): RuleProblem | null {
  if (row.kind === 'folder') return null
  const name = row.name.trim()
  if (name === '') return problem('emptyQuery')
  if (rows.some((other) => other.key < row.key && other.kind === 'query' && other.name.trim() === name))
    return problem('repeatedQuery')
  return (
    queryProblem(name) ?? (row.maxAgeDays === null && row.maxEntries === null ? problem('unbounded') : null)
  )
}

const problem = (code: string): RuleProblem => ({ key: `sources:admin.retention.problems.${code}` })
