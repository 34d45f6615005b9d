/** Rewrites the texts of an entry for one user. The stored entry is unchanged. */
import { MAX_REWRITE_TEXT } from '../../contract/limits.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import { isSmall } from '../parsing/is-small.ts'
import { createBoundedText, compilePattern } from './pattern.ts'
import { endless, type TimeBudget } from './time-budget.ts'
import { createRuleBudget } from './rule-budget.ts'

type RewriteRule = NonNullable<ActionResult['rewriteRules']>[number]
/** @param most characters of the result @throws OverBudget */
type Rewrite = (text: string, most: number, budget: TimeBudget) => string

/** Characters of rewritten texts, as of those that arrive (contract/inboxes.ts). */
const MOST = { title: 2000, description: 10_000, content: 2_000_000 } as const

export type RewritableTexts = {
  readonly title: string | null
  readonly description: string | null
  readonly content: SafeHtml | null
}

/**
 * `from` is plain text, or a pattern when it is written `/pattern/` or `/pattern/i`.
 * @returns an error message for an invalid rewrite. `size`: steps per character of its pattern
 */
export function compileRewrite({ from, to }: RewriteRule): { rewrite: Rewrite; size: number } | string {
  if (from === '') return 'A rewrite needs something to look for'
  const written = /^\/(.+)\/(i?)$/s.exec(from)
  if (!written) return { rewrite: (...text) => replaceText(from, to, ...text), size: 0 }
  const pattern = compilePattern(written[1] ?? '', written[2])
  if (typeof pattern === 'string') return pattern
  if (pattern.matchesNothing) return 'This pattern matches nothing at all, everywhere'
  return {
    rewrite: (text, most, budget) => pattern.replaceAll(text, to, most, budget),
    size: pattern.size,
  }
}

function replaceText(from: string, to: string, text: string, most: number, budget: TimeBudget): string {
  const result = createBoundedText(most)
  let at = 0
  while (!result.isFull()) {
    budget.spend(text.length - at)
    const found = text.indexOf(from, at)
    if (found === -1) break
    result.add(text.slice(at, found))
    result.add(to)
    at = found + from.length
  }
  result.add(text.slice(at))
  return result.text()
}

/** The first rewrites, up to the maximum of one entry. */
export function boundedRewrites(rules: readonly RewriteRule[]): readonly RewriteRule[] {
  let left = MAX_REWRITE_TEXT
  const end = rules.findIndex(({ from, to }) => (left -= from.length + to.length) < 0)
  return end === -1 ? rules : rules.slice(0, end)
}

/** Composes rewrites in order; null without any. */
function rewriteOf(rules: readonly RewriteRule[] | undefined): Rewrite | null {
  const rewrites: Rewrite[] = []
  const sizes = createRuleBudget()
  for (const rule of boundedRewrites(rules ?? [])) {
    const compiled = compileRewrite(rule)
    if (typeof compiled === 'string') continue
    if (!sizes.takes(compiled.size)) break
    rewrites.push(compiled.rewrite)
  }
  if (rewrites.length === 0) return null
  return (text, most, budget) => rewrites.reduce((current, rewrite) => rewrite(current, most, budget), text)
}

/** The texts of an entry, and the result of the user's rules for it. */
export type TextsToRewrite = {
  readonly texts: RewritableTexts
  readonly result: Pick<ActionResult, 'rewriteRules'> | null
}

/**
 * Texts after the user's rewrite rules. Content is sanitised again, since a rule may turn text into markup.
 * @throws OverBudget
 */
export function rewritten({ texts, result }: TextsToRewrite, budget: TimeBudget): RewritableTexts {
  const rewrite = rewriteOf(result?.rewriteRules)
  if (!rewrite) return texts
  const text = (name: 'title' | 'description') =>
    texts[name] === null ? null : rewrite(texts[name], MOST[name], budget)
  const content = texts.content === null ? null : rewrite(texts.content, MOST.content, budget)
  if (content !== null && !isSmall(content)) budget.spend(Infinity)
  return {
    title: text('title'),
    description: text('description'),
    content: content === null ? null : sanitise(content, null).html,
  }
}

/** ms after which {@link rewrittenInTime} stops. */
const PART_MS = 1000

/** Rewrites the first entries: as many as a second permits, at least one. */
export function rewrittenInTime(entries: readonly TextsToRewrite[]): RewritableTexts[] {
  const end = performance.now() + PART_MS
  const done: RewritableTexts[] = []
  for (const entry of entries) {
    done.push(rewritten(entry, endless))
    if (performance.now() > end) break
  }
  return done
}
