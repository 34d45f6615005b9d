import type { ActionResult } from '../../contract/shapes.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { timeBudget, withinBudget } from './time-budget.ts'
import { rewritten, type RewritableTexts, type TextsToRewrite } from './rewrite.ts'

/** ms for all entries of one response: in this thread, and then in the child process, which reports partial results. */
const BUDGET_MS = 20
const APART_MS = 10_000

type Tools = Pick<Parsing, 'parse'>

/**
 * Applies the user's rewrite rules to the texts of some entries, in their order. Long work is done in the child process;
 * where it takes too long there, the texts are unchanged.
 */
async function rewriteTexts(parsing: Tools, entries: readonly TextsToRewrite[]): Promise<RewritableTexts[]> {
  const budget = timeBudget(BUDGET_MS)
  const texts: RewritableTexts[] = []
  for (const entry of entries) {
    const here = withinBudget(() => rewritten(entry, budget))
    if (here === null) return [...texts, ...(await apart(parsing, entries.slice(texts.length)))]
    texts.push(here)
  }
  return texts
}

async function apart(parsing: Tools, entries: readonly TextsToRewrite[]): Promise<RewritableTexts[]> {
  const end = performance.now() + APART_MS
  const done: RewritableTexts[] = []
  while (done.length < entries.length && performance.now() < end) {
    const part = await parsing.parse('rewrite', entries.slice(done.length)).catch((error: unknown) => {
      if (error instanceof ParsingError) return null
      throw error
    })
    if (part === null) break
    done.push(...part)
  }
  return [...done, ...entries.slice(done.length).map(({ texts }) => texts)]
}

type WithTexts = Pick<RewritableTexts, 'title' | 'description'> & { readonly content?: SafeHtml | null }

/** An entry whose title, description and content, if any, are rewritten by the user's rules. */
export async function rewriteEntry<E extends WithTexts>(
  parsing: Tools,
  entry: E,
  result: ActionResult | null,
): Promise<E> {
  const [rewrittenEntry = entry] = await rewriteEntries(parsing, [{ entry, result }])
  return rewrittenEntry
}

/** As {@link rewriteEntry}, for the entries of one response. */
export async function rewriteEntries<E extends WithTexts>(
  parsing: Tools,
  entries: readonly { readonly entry: E; readonly result: ActionResult | null }[],
): Promise<E[]> {
  const texts = await rewriteTexts(
    parsing,
    entries.map(({ entry: { title, description, content = null }, result }) => ({
      texts: { title, description, content },
      result,
    })),
  )
  return entries.map(({ entry }, at) => {
    const { title, description, content } = texts[at] ?? entry
    return { ...entry, title, description, ...(entry.content !== undefined && { content }) }
  })
}

/** Content as the user's rules rewrite it, sanitised again. */
export async function rewriteContent(
  parsing: Tools,
  content: SafeHtml | null,
  result: ActionResult | null,
): Promise<SafeHtml | null> {
  if (content === null) return null
  const [texts] = await rewriteTexts(parsing, [
    { texts: { title: null, description: null, content }, result },
  ])
  return texts?.content ?? content
}
