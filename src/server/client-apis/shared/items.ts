/** Entries with content and the user's marks, for the responses of the client protocols. */
import { escapeMarkup } from '../../../core/escape-markup.ts'
import { attachment } from '../../../contract/shapes.ts'
import { z } from 'zod'
import { rewriteEntries } from '../../actions/rewrite-texts.ts'
import { resultOf } from '../../storage/actions/actions.ts'
import { contentsOf, entriesOfUser, visibleEntries, type EntryOfUser } from '../../storage/entries/entries.ts'
import { entriesWithin } from '../../access/limit.ts'
import type { Caller, Services } from '../../http/routes.ts'

export type Item = { readonly entry: EntryOfUser; readonly html: string }

/** The entries that the user may read, in the order of `ids`. */
export async function itemsOf(
  { storage, ...services }: Pick<Services, 'storage' | 'parsing'>,
  user: Caller,
  ids: readonly string[],
): Promise<Item[]> {
  const parsing = services.parsing.inTurnOf(user.id)
  const within = await entriesWithin(storage, user, ids)
  const seen = (await visibleEntries(storage, user.id, within)).map(({ id }) => id)
  const [entries, contents] = [await entriesOfUser(storage, user.id, seen), await contentsOf(storage, seen)]
  const items: Item[] = []
  const published = entries.map((entry) => ({
    entry: { ...entry, content: contents.get(entry.id) ?? null },
    result: resultOf(entry),
  }))
  for (const { content, ...entry } of await rewriteEntries(parsing, published)) {
    items.push({ entry, html: content ?? escapeMarkup(entry.description ?? '') })
  }
  return items
}

/** Audio and video attachments of an entry. */
export function attachmentsOf({ attachments }: EntryOfUser): z.infer<typeof attachment>[] {
  const parsed = z.array(attachment).safeParse(attachments === null ? [] : JSON.parse(attachments))
  return parsed.success ? parsed.data : []
}
