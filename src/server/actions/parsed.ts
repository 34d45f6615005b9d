/** Stored rules, made ready once and kept: the same text is asked of every new entry. */
import type { Rule } from '../../contract/actions.ts'
import { readyRules, type ReadyRule } from './rules.ts'

const KEPT = 500
const kept = new Map<string, readonly ReadyRule[]>()

/** @param stored the rules as JSON, as the call of the contract has checked them */
export function rulesFrom(stored: string): readonly ReadyRule[] {
  const before = kept.get(stored)
  if (before) return before
  const ready = readyRules(JSON.parse(stored) as Rule[])
  const oldest = kept.keys().next().value
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(stored, ready)
  return ready
}
