import type { ActionResult } from '../../contract/shapes.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'

/**
 * Applies the user's rewrite rules to content. Long content is rewritten in the child process, since patterns and the
 * sanitiser scan all of it; on a timeout the original content is returned.
 */
export async function rewriteContent(
  parsing: Pick<Parsing, 'parse'>,
  content: SafeHtml | null,
  result: ActionResult | null,
): Promise<SafeHtml | null> {
  if (content === null || !result?.rewriteRules?.length) return content
  return parsing.parse('rewrite', { content, result }).catch((error: unknown) => {
    if (error instanceof ParsingError) return content
    throw error
  })
}
