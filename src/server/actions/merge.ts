import type { ActionResult } from '../../contract/shapes.ts'

/**
 * What several rules say together, in their order: a yes stays a yes, the last named language wins, lists grow.
 */
export function merged(results: readonly ActionResult[]): ActionResult {
  const whole: Record<string, unknown> = {}
  for (const { translation, rewriteRules, webhooks, ...switches } of results) {
    for (const [name, value] of Object.entries(switches)) if (value === true) whole[name] = true
    if (typeof translation === 'string') whole['translation'] = translation
    else if (translation === true) whole['translation'] ??= true
    whole['rewriteRules'] = [...listOf(whole['rewriteRules']), ...(rewriteRules ?? [])]
    whole['webhooks'] = [...new Set([...listOf(whole['webhooks']), ...(webhooks ?? [])])]
  }
  for (const name of ['rewriteRules', 'webhooks']) if (listOf(whole[name]).length === 0) delete whole[name]
  return whole
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
