/** The feeds that a user follows, for conditions of rules in the query language. */
import type { SourceFacts } from '../../contract/query/matches.ts'
import type { Storage } from '../storage/open.ts'
import { querySources } from '../storage/timeline/query-sources.ts'
import type { ReadyRule } from './rules.ts'

/**
 * By the id of the feed; empty where no rule needs them.
 * @param options.now the time from which ages count, ms
 * @param options.feedId only this feed
 */
export async function sourcesForRules(
  storage: Storage,
  userId: string,
  rules: readonly ReadyRule[],
  { now, feedId }: { readonly now: number; readonly feedId?: string },
): Promise<ReadonlyMap<string, SourceFacts>> {
  if (!rules.some(({ readsSource }) => readsSource)) return new Map()
  const rareAt = rules.some(({ readsRarity }) => readsRarity) ? now : null
  return querySources(storage, userId, { rareAt, feedId })
}
