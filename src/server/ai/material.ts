/** The input of the model from an entry, rewritten by the user's rules. */
import type { AiTarget } from '../../contract/ai.ts'
import { rewriteContent, rewriteEntry } from '../actions/rewrite-texts.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { resultOf } from '../storage/actions/actions.ts'
import { fullEntry } from '../storage/entries/entries.ts'
import type { EntrySummaryRow } from '../storage/entries/entry-columns.ts'

export type Material = {
  readonly entry: EntrySummaryRow
  /** HTML; null without any. */
  readonly html: (target: AiTarget) => Promise<SafeHtml | null>
}

/** @throws Refusal entryNotFound */
export async function materialOf(
  { storage, user, feeds, parsing }: RequestContext,
  id: string,
): Promise<Material> {
  const stored = await fullEntry(storage, user.id, id)
  if (!stored) throw new Refusal('entryNotFound')
  const rules = resultOf(stored)
  const html = async (target: AiTarget): Promise<SafeHtml | null> => {
    const own = target === 'content' ? stored.content : await feeds.readability(id, user.id)
    return rewriteContent(parsing, own, rules)
  }
  return { entry: await rewriteEntry(parsing, stored, rules), html }
}
