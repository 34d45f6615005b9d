/** Rewrites the texts of an entry for one user. The stored entry is unchanged. */
import type { ActionResult } from '../../contract/shapes.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import { compilePattern } from './pattern.ts'

type RewriteRule = NonNullable<ActionResult['rewriteRules']>[number]
type Rewrite = (text: string) => string

/** Longest text a rule may produce, characters. */
const LENGTH_MAX = 2_000_000

/**
 * `from` is plain text, or a pattern when it is written `/pattern/` or `/pattern/i`.
 * @returns an error message for an invalid rewrite
 */
export function compileRewrite({ from, to }: RewriteRule): Rewrite | string {
  if (from === '') return 'A rewrite needs something to look for'
  const written = /^\/(.+)\/(i?)$/s.exec(from)
  if (!written) return (text) => text.replaceAll(from, () => to)
  const pattern = compilePattern(written[1] ?? '', written[2])
  if (typeof pattern === 'string') return pattern
  if (pattern.test('')) return 'This pattern matches nothing at all, everywhere'
  return (text) => {
    try {
      return pattern.replaceAll(text, to)
    } catch {
      // `to` names a group that the pattern lacks.
      return text
    }
  }
}

/** Composes rewrites in order; null without any. */
function rewriteOf(rules: readonly RewriteRule[] | undefined): Rewrite | null {
  const rewrites = (rules ?? []).flatMap((one) => {
    const rewrite = compileRewrite(one)
    return typeof rewrite === 'string' ? [] : [rewrite]
  })
  if (rewrites.length === 0) return null
  return (text) => rewrites.reduce((current, rewrite) => rewrite(current).slice(0, LENGTH_MAX), text)
}

export type RewritableText = { readonly title: string | null; readonly description: string | null }

/** Title and description after the user's rewrite rules. */
export function rewritten<T extends RewritableText>(entry: T, result: ActionResult | null): T {
  const rewrite = rewriteOf(result?.rewriteRules)
  if (!rewrite) return entry
  const text = (value: string | null) => (value === null ? null : rewrite(value))
  return { ...entry, title: text(entry.title), description: text(entry.description) }
}

/** Content after the user's rewrite rules; sanitised again, since a rule may turn text into markup. */
export function rewrittenContent(content: SafeHtml | null, result: ActionResult | null): SafeHtml | null {
  const rewrite = content === null ? null : rewriteOf(result?.rewriteRules)
  return rewrite && content !== null ? sanitise(rewrite(content), null).html : content
}
