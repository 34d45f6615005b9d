import type { ActionResult } from '../../contract/shapes.ts'

/**
 * Merges the results of several rules in order: true wins, the last named language wins, lists are concatenated.
 */
export function merged(results: readonly ActionResult[]): ActionResult {
  const combined: Record<string, unknown> = {}
  for (const { translation, rewriteRules, webhooks, labels, saves, pluginActions, ...switches } of results) {
    for (const [name, value] of Object.entries(switches)) if (value === true) combined[name] = true
    if (typeof translation === 'string') combined['translation'] = translation
    else if (translation === true) combined['translation'] ??= true
    combined['rewriteRules'] = [...listOf(combined['rewriteRules']), ...(rewriteRules ?? [])]
    combined['labels'] = [...new Set([...listOf(combined['labels']), ...(labels ?? [])])]
    combined['webhooks'] = [...new Set([...listOf(combined['webhooks']), ...(webhooks ?? [])])]
    combined['saves'] = [...new Set([...listOf(combined['saves']), ...(saves ?? [])])]
    combined['pluginActions'] = [...new Set([...listOf(combined['pluginActions']), ...(pluginActions ?? [])])]
  }
  for (const name of ['rewriteRules', 'labels', 'webhooks', 'saves', 'pluginActions'])
    if (listOf(combined[name]).length === 0) delete combined[name]
  return combined
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
