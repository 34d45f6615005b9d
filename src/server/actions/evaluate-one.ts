/** Evaluates rules on one entry. Pure: also in the child process. */
import { rulesFrom } from './parsed.ts'
import { endless, type TimeBudget } from './time-budget.ts'
import {
  ruleInputOf,
  type EntryPosition,
  type EntryStatus,
  type QueryPosition,
  type RuleField,
} from './rule-input.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import type { Cause, PluginCondition, ReadyRule } from './rules.ts'

/** An entry as its user has it, as plain data. */
export type RuleSubject = {
  readonly entry: RuleField
  readonly position: EntryPosition
  readonly query: QueryPosition
  /** Of a stored entry. */
  readonly status?: EntryStatus
  /** Whether conditions of plugins hold, by their keys; unknown ones are absent. */
  readonly plugins?: ReadonlyMap<string, boolean>
}

/** The result of a rule for an entry. */
export type RuleApplication = {
  readonly rule: string
  readonly name: string
  readonly position: number
  readonly result: ActionResult
}

export type Evaluated = {
  /** The results of the rules, in their order. */
  readonly acts: readonly RuleApplication[]
  /** The conditions of plugins that decide about the entry: where they are not known yet, `acts` is not complete. */
  readonly conditions: readonly PluginCondition[]
}

/** @throws OverBudget */
export function evaluateOne(
  rules: readonly ReadyRule[],
  { entry, position, query, status, plugins }: RuleSubject,
  cause: Cause,
  budget: TimeBudget,
): Evaluated {
  const input = ruleInputOf(entry, position, query, { status, plugins, budget })
  return {
    acts: rules.flatMap((rule) => {
      const result = rule.resultFor(input, cause)
      return result === null ? [] : [{ rule: rule.id, name: rule.name, position: rule.position, result }]
    }),
    conditions: rules.flatMap((rule) => (rule.asksPlugins ? rule.pluginConditionsFor(input, cause) : [])),
  }
}

/** ms after which {@link evaluateInTime} stops. */
const PART_MS = 1000

/** Evaluates the first entries: as many as a second permits, at least one. `ms`: the duration. */
export function evaluateInTime({
  rules,
  subjects,
  cause,
}: {
  readonly rules: string
  readonly subjects: readonly RuleSubject[]
  readonly cause: Cause
}): { readonly results: Evaluated[]; readonly ms: number } {
  const ready = rulesFrom(rules)
  const began = performance.now()
  const results: Evaluated[] = []
  for (const subject of subjects) {
    results.push(evaluateOne(ready, subject, cause, endless))
    if (performance.now() - began > PART_MS) break
  }
  return { results, ms: performance.now() - began }
}
