import { ALL_FEEDS, type RetentionRule } from '../../contract/retention.ts'

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
