/** An entry as the rules of a user rewrite it. */
import type { RewrittenEntry } from '../../plugin-api/server.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { resultOf } from '../storage/actions/actions.ts'
import { fullEntry } from '../storage/entries/entries.ts'
import { rewriteContent, rewriteEntry } from './rewrite-texts.ts'

/** @throws Refusal entryNotFound */
export async function rewrittenEntry(
  { storage, user, feeds, parsing }: RequestContext,
  id: string,
): Promise<RewrittenEntry> {
  const stored = await fullEntry(storage, user.id, id)
  if (!stored) throw new Refusal('entryNotFound')
  const rules = resultOf(stored)
  const { title, description, url } = await rewriteEntry(parsing, stored, rules)
  return {
    title,
    description,
    url,
    async html(target) {
      const own = target === 'content' ? stored.content : await feeds.readability(id, user.id)
      return rewriteContent(parsing, own, rules)
    },
  }
}
