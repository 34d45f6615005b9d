/** Evaluates conditions of plugins on entries, before the rules that use them. */
import type { PluginText } from '../../plugin-api/manifest.ts'
import type { Storage } from '../storage/open.ts'
import {
  conditionProblemsOf,
  putConditionProblem,
  removeConditionProblem,
  type ConditionProblem,
} from '../storage/actions/rule-problems.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import type { RuleSubject } from './evaluate-one.ts'
import { rulesFrom } from './parsed.ts'
import { ruleInputOf } from './rule-input.ts'
import type { RulePlugins } from './rule-plugins.ts'
import type { PluginCondition } from './rules.ts'

type ReaderParts = { readonly storage: Storage; readonly rulePlugins: RulePlugins; readonly userId: string }

export type ConditionReader = {
  /** @returns the entries with the results. A condition is only evaluated where the rest of its group holds. */
  readonly read: <S extends RuleSubject>(
    evaluation: Evaluation,
    subjects: readonly S[],
  ) => Promise<readonly RuleSubject[]>
  /** The conditions whose evaluation failed, each with the first reason. */
  readonly unknown: () => readonly ConditionProblem[]
  /** Stores the reasons for the page of the rules, and removes those of conditions that work again. */
  readonly record: () => Promise<void>
}

/** For one user and one batch: a condition that has failed once is not evaluated again. */
export function createConditionReader({ storage, rulePlugins, userId }: ReaderParts): ConditionReader {
  const problems = new Map<string, ConditionProblem>()
  const known = new Map<string, PluginCondition>()
  const read: ConditionReader['read'] = async (evaluation, subjects) => {
    if (!rulesFrom(evaluation.rules).some(({ asksPlugins }) => asksPlugins)) return subjects
    const results = subjects.map(() => new Map<string, boolean>())
    for (const [condition, places] of (await placesByCondition(evaluation, subjects)).values()) {
      const { plugin, name, value, key } = condition
      if (problems.has(key)) continue
      const entries = places.flatMap((place) => {
        const { entry, position, query } = subjects[place] ?? {}
        return entry && position && query ? [ruleInputOf(entry, position, query)] : []
      })
      // One call of a user's plugins at a time.
      const outcome = await rulePlugins.evaluate({ userId, plugin, name, value, entries })
      if (outcome.ok) {
        known.set(key, condition)
        for (const [at, place] of places.entries()) results[place]?.set(key, outcome.output[at] === true)
      } else problems.set(key, { plugin, name, words: outcome.words })
    }
    return subjects.map((subject, at) => ({ ...subject, plugins: results[at] ?? new Map() }))
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

/** The deciding conditions, each with the indexes of the entries that depend on it. */
async function placesByCondition(
  evaluation: Evaluation,
  subjects: readonly RuleSubject[],
): Promise<Map<string, readonly [PluginCondition, number[]]>> {
  const found = new Map<string, readonly [PluginCondition, number[]]>()
  for (const [place, evaluated] of (await evaluate(evaluation, subjects)).entries())
    for (const condition of evaluated?.conditions ?? []) {
      const [, places] = found.get(condition.key) ?? [condition, []]
      if (places.at(-1) !== place) places.push(place)
      found.set(condition.key, [condition, places])
    }
  return found
}
