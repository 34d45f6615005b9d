/**
 * Evaluates rules on entries: short work in this thread, in turns with everything else; the rest in the child process,
 * which is bounded in time.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { evaluateOne, type Evaluated, type RuleSubject } from './evaluate-one.ts'
import { rulesFrom } from './parsed.ts'
import { timeBudget, withinBudget } from './time-budget.ts'
import type { Cause } from './rules.ts'

/** ms of this thread for one entry, and without yielding to the event loop. */
const BUDGET_MS = 20
const TURN_MS = 20
/** Maximum number of entries, and characters of their contents, sent to the child process at once. */
const PART = { entries: 50, characters: 4_000_000 }

export type Evaluation = {
  readonly parsing: Pick<Parsing, 'parse'>
  readonly log: Log
  readonly userId: string
  /** The rules as JSON, validated by the contract. */
  readonly rules: string
  readonly cause: Cause
  /** ms that the rules may take for these entries, without time in the queue. */
  readonly limitMs?: number
  /** For tests. */
  readonly budgetMs?: number
}

/** @returns for each entry what {@link evaluateOne} returns; null where it took too long: no rule acts on it */
export async function evaluate(
  { parsing, log, userId, rules, cause, limitMs = Infinity, budgetMs = BUDGET_MS }: Evaluation,
  subjects: readonly RuleSubject[],
): Promise<(Evaluated | null)[]> {
  const ready = rulesFrom(rules)
  const results: (Evaluated | null)[] = []
  let spent = 0
  let turn = performance.now()
  let isQuick = true
  while (isQuick && results.length < subjects.length && spent <= limitMs) {
    const [subject] = subjects.slice(results.length, results.length + 1)
    if (!subject) break
    const began = performance.now()
    const result = withinBudget(() => evaluateOne(ready, subject, cause, timeBudget(budgetMs)))
    spent += performance.now() - began
    if (result === null) isQuick = false
    else results.push(result)
    if (performance.now() - turn <= TURN_MS) continue
    await breathe()
    turn = performance.now()
  }
  while (results.length < subjects.length && spent <= limitMs) {
    const part = partOf(subjects, results.length)
    const apart = await parsing.parse('rules', { rules, subjects: part, cause }).catch((error: unknown) => {
      if (error instanceof ParsingError) return null
      throw error
    })
    results.push(...(apart?.results ?? [null]))
    spent += apart?.ms ?? 0
  }
  const left = subjects.length - results.length
  if (left > 0 || results.includes(null))
    log.warn('The rules of a user took too long and were skipped', { userId, entries: left })
  return [...results, ...Array.from({ length: left }, () => null)]
}

/** The next entries for the child process, at least one. */
function partOf(subjects: readonly RuleSubject[], from: number): readonly RuleSubject[] {
  let characters = 0
  const part = subjects.slice(from, from + PART.entries)
  const end = part.findIndex(({ entry }) => (characters += entry.content?.length ?? 0) > PART.characters)
  return end === -1 ? part : part.slice(0, Math.max(1, end))
}
