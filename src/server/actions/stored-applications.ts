/** Evaluates rules on stored entries: the dry run, runs over the past and status changes share this. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import type { StoredEntry } from '../storage/action-runs.ts'
import type { Storage } from '../storage/open.ts'
import { querySources } from '../storage/query-sources.ts'
import { applicationsOf, type RuleApplication } from './evaluate-rules.ts'
import type { Cause, ReadyRule } from './rules.ts'

type Sources = ReadonlyMap<string, SourceFacts>

/** The names of what the user follows, by the id of the feed; empty where no rule asks for them. */
export async function storedSources(
  storage: Storage,
  userId: string,
  rules: readonly ReadyRule[],
): Promise<Sources> {
  return rules.some(({ readsSource }) => readsSource) ? querySources(storage, userId) : new Map()
}

/** The results of the rules for a stored entry, in order. @param options.now what ages count from, ms */
export const storedApplications = (
  rules: readonly ReadyRule[],
  entry: StoredEntry,
  { sources, now, cause }: { readonly sources: Sources; readonly now: number; readonly cause: Cause },
): RuleApplication[] => {
  const position = { ...entry, source: sources.get(entry.feedId) ?? null, now }
  return applicationsOf(rules, entry, position, cause, entry)
}
