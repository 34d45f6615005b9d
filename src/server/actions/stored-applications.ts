/** Evaluates rules on stored entries: the dry run, runs over the past and status changes share this. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import type { StoredEntry } from '../storage/actions/action-runs.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import type { Evaluated } from './evaluate-one.ts'
import type { ConditionReader } from './plugin-conditions.ts'

type StoredOptions = Evaluation & {
  readonly sources: ReadonlyMap<string, SourceFacts>
  /** The time from which ages count, ms. */
  readonly now: number
  readonly conditions: ConditionReader
}

/** The results of the rules for some stored entries, as {@link evaluate}. */
export async function storedApplications(
  entries: readonly StoredEntry[],
  { sources, now, conditions, ...evaluation }: StoredOptions,
): Promise<(Evaluated | null)[]> {
  const subjects = entries.map((entry) => ({
    entry,
    position: entry,
    query: { source: sources.get(entry.feedId) ?? null, now },
    status: entry,
  }))
  return evaluate(evaluation, await conditions.read(evaluation, subjects))
}
