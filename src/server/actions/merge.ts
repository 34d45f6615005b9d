import type { ActionResult } from '../../contract/shapes.ts'
import { boundedRewrites } from './rewrite.ts'

/**
 * Merges the results of several rules in order: true wins, the last named language wins, lists are concatenated.
 */
export function merged(results: readonly ActionResult[]): ActionResult {
  const combined: Record<string, unknown> = {}
  for (const { translation, ...others } of results) {
    for (const [name, value] of Object.entries(others)) if (value === true) combined[name] = true
    if (typeof translation === 'string') combined['translation'] = translation
    else if (translation === true) combined['translation'] ??= true
  }
  const rewriteRules = boundedRewrites(results.flatMap((result) => result.rewriteRules ?? []))
  if (rewriteRules.length > 0) combined['rewriteRules'] = rewriteRules
  for (const name of setNames) {
    const values = new Set(results.flatMap((result) => result[name] ?? []))
    if (values.size > 0) combined[name] = [...values]
  }
  return combined
}

/** Lists whose values count once. */
const setNames = ['labels', 'webhooks', 'saves', 'pluginActions'] as const
