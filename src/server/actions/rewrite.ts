/** Rewriting what an entry says, for one reader. The stored entry stays as its feed sent it. */
import type { ActionResult } from '../../contract/shapes.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import { compilePattern } from './pattern.ts'

type RewriteRule = NonNullable<ActionResult['rewriteRules']>[number]
type Rewrite = (text: string) => string

/** Longest text that a rule may make. */
const LENGTH_MAX = 2_000_000

/**
 * `from` is plain text, or a pattern when it is written `/pattern/` or `/pattern/i`.
 * @returns what is wrong with it, in words, when it cannot be used
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
      // A name in `to` that the pattern does not have.
      return text
    }
  }
}

/** All of some rewrites, in their order; null when there are none. */
function rewriteOf(rules: readonly RewriteRule[] | undefined): Rewrite | null {
  const rewrites = (rules ?? []).flatMap((one) => {
    const rewrite = compileRewrite(one)
    return typeof rewrite === 'string' ? [] : [rewrite]
  })
  if (rewrites.length === 0) return null
  return (text) => rewrites.reduce((said, rewrite) => rewrite(said).slice(0, LENGTH_MAX), text)
}

export type RewritableText = { readonly title: string | null; readonly description: string | null }

/** Title and description as the reader's rules write them. */
export function rewritten<T extends RewritableText>(entry: T, result: ActionResult | null): T {
  const rewrite = rewriteOf(result?.rewriteRules)
  if (!rewrite) return entry
  const text = (said: string | null) => (said === null ? null : rewrite(said))
  return { ...entry, title: text(entry.title), description: text(entry.description) }
}

/** Content as the reader's rules write it; sanitised again, since a rule may make markup out of words. */
export function rewrittenContent(content: SafeHtml | null, result: ActionResult | null): SafeHtml | null {
  const rewrite = content === null ? null : rewriteOf(result?.rewriteRules)
  return rewrite && content !== null ? sanitise(rewrite(content), null).html : content
}
