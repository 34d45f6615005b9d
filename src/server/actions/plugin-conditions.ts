/** Asks plugins about entries, before the rules that name their conditions are evaluated. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { PluginText } from '../../plugin-api/manifest.ts'
import type { Storage } from '../storage/open.ts'
import {
  conditionProblemsOf,
  putConditionProblem,
  removeConditionProblem,
  type ConditionProblem,
} from '../storage/rule-problems.ts'
import type { RuleInput } from './rule-input.ts'
import type { RulePlugins } from './rule-plugins.ts'
import type { Cause, PluginCondition, ReadyRule } from './rules.ts'

/** Longest time without yielding to the event loop, ms. */
const TURN_MS = 20

type ReaderParts = { readonly storage: Storage; readonly rulePlugins: RulePlugins; readonly userId: string }

export type ConditionReader = {
  /** Puts what plugins say of the entries into their `plugins`. Only entries for which the rest of a group holds are asked about. */
  readonly read: (rules: readonly ReadyRule[], inputs: readonly RuleInput[], cause: Cause) => Promise<void>
  /** The conditions that were not known, each with the first reason. */
  readonly unknown: () => readonly ConditionProblem[]
  /** Stores the reasons for the page of the rules, and removes those of conditions that are known again. */
  readonly record: () => Promise<void>
}

/** For one user and one batch of work: a plugin that fails once is not asked again for the same condition. */
export function createConditionReader({ storage, rulePlugins, userId }: ReaderParts): ConditionReader {
  const problems = new Map<string, ConditionProblem>()
  const known = new Map<string, PluginCondition>()
  const read: ConditionReader['read'] = async (rules, inputs, cause) => {
    if (!rules.some(({ asksPlugins }) => asksPlugins)) return
    for (const [condition, entries] of (await entriesByCondition(rules, inputs, cause)).values()) {
      const { plugin, name, value, key } = condition
      if (problems.has(key)) continue
      // One call of a user's plugins at a time.
      const outcome = await rulePlugins.evaluate({ userId, plugin, name, value, entries })
      if (outcome.ok) {
        known.set(key, condition)
        for (const [at, entry] of entries.entries()) entry.plugins.set(key, outcome.output[at] === true)
      } else problems.set(key, { plugin, name, words: outcome.words })
    }
  }
  const record = async () => {
    if (known.size === 0 && problems.size === 0) return
    const before = await conditionProblemsOf(storage, userId)
    const find = ({ plugin, name }: Pick<ConditionProblem, 'plugin' | 'name'>) =>
      before.find((one) => one.plugin === plugin && one.name === name)
    const failing = [...problems.values()]
    for (const problem of failing)
      if (!isSame(find(problem)?.words, problem.words)) await putConditionProblem(storage, userId, problem)
    for (const condition of known.values()) {
      const fails = failing.some(({ plugin, name }) => plugin === condition.plugin && name === condition.name)
      if (!fails && find(condition)) await removeConditionProblem(storage, userId, condition)
    }
  }
  return { read, unknown: () => [...problems.values()], record }
}

const isSame = (a: PluginText | undefined, b: PluginText): boolean => JSON.stringify(a) === JSON.stringify(b)

type EntriesByCondition = Map<string, readonly [PluginCondition, RuleInput[]]>

/** The conditions that decide something, each with the entries that it decides about. */
async function entriesByCondition(
  rules: readonly ReadyRule[],
  inputs: readonly RuleInput[],
  cause: Cause,
): Promise<EntriesByCondition> {
  const found: EntriesByCondition = new Map()
  let turn = performance.now()
  for (const input of inputs) {
    for (const condition of rules.flatMap((rule) => rule.pluginConditionsFor(input, cause))) {
      const [, entries] = found.get(condition.key) ?? [condition, []]
      if (entries.at(-1) !== input) entries.push(input)
      found.set(condition.key, [condition, entries])
    }
    if (performance.now() - turn <= TURN_MS) continue
    await breathe()
    turn = performance.now()
  }
  return found
}
