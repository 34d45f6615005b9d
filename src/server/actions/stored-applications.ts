/** Evaluates rules on stored entries: the dry run, runs over the past and status changes share this. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import type { StoredEntry } from '../storage/action-runs.ts'
import { ruleInputOf } from './rule-input.ts'
import type { ConditionReader } from './plugin-conditions.ts'
import { applicationsOf, type RuleApplication } from './evaluate-rules.ts'
import type { Cause, ReadyRule } from './rules.ts'

type StoredOptions = {
  readonly sources: ReadonlyMap<string, SourceFacts>
  /** What ages count from, ms. */
  readonly now: number
  readonly cause: Cause
  readonly conditions: ConditionReader
}

/** The results of the rules for some stored entries: for each those in order. */
export async function storedApplications(
  rules: readonly ReadyRule[],
  entries: readonly StoredEntry[],
  { sources, now, cause, conditions }: StoredOptions,
): Promise<RuleApplication[][]> {
  const inputOf = (entry: StoredEntry) =>
    ruleInputOf(entry, entry, { source: sources.get(entry.feedId) ?? null, now }, entry)
  if (!rules.some(({ asksPlugins }) => asksPlugins))
    return entries.map((entry) => applicationsOf(rules, inputOf(entry), cause))
  const inputs = entries.map(inputOf)
  await conditions.read(rules, inputs, cause)
  return inputs.map((input) => applicationsOf(rules, input, cause))
}
