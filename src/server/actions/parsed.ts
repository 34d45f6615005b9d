/** Caches compiled rules, since the same rules are evaluated on every new entry. */
import type { Rule } from '../../contract/actions.ts'
import { readyRules, type ReadyRule } from './rules.ts'

/** Number of cached rule sets; compiled patterns may take a megabyte each. */
const CACHE_MAX = 100
const cache = new Map<string, readonly ReadyRule[]>()

/** @param stored the rules as JSON, validated by the contract */
export function rulesFrom(stored: string): readonly ReadyRule[] {
  const cached = cache.get(stored)
  if (cached) return cached
  const ready = readyRules(JSON.parse(stored) as Rule[])
  const oldest = cache.keys().next().value
  if (cache.size >= CACHE_MAX && oldest !== undefined) cache.delete(oldest)
  cache.set(stored, ready)
  return ready
}
