/** What of an entry a model reads, as the entry's reader sees it: rewritten by their own rules. */
import type { AiTarget } from '../../contract/ai.ts'
import { rewritten, rewrittenContent } from '../actions/rewrite.ts'
import { Refusal } from '../http/refusal.ts'
import type { Asked } from '../http/routes.ts'
import { resultsOfEntries } from '../storage/actions.ts'
import { contentsOf, visibleEntries } from '../storage/entries.ts'
import type { EntryRow } from '../storage/schema.ts'

export type Material = {
  readonly entry: EntryRow
  /** HTML; null where the entry has none. */
  readonly html: (target: AiTarget) => Promise<string | null>
}

/** @throws Refusal entryNotFound */
export async function materialOf({ storage, user, feeds }: Asked, id: string): Promise<Material> {
  const [stored] = await visibleEntries(storage, user.id, [id])
  if (!stored) throw new Refusal('entryNotFound')
  const rules = (await resultsOfEntries(storage, user.id, [id])).get(id) ?? null
  const html = async (target: AiTarget): Promise<string | null> => {
    const own = target === 'content' ? (await contentsOf(storage, [id])).get(id) : await feeds.readability(id)
    return rewrittenContent(own ?? null, rules)
  }
  return { entry: rewritten(stored, rules), html }
}
