import { sql } from 'kysely'
import { batches, idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

/** `length`: characters. */
export type ContentSize = { readonly length: number; readonly pictures: number }

/** Length and number of pictures of entries' contents, by entry; without entries that have no content. */
export async function measureContents(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContentSize>> {
  const sizes = new Map<string, ContentSize>()
  for (const batch of batches(ids)) {
    const { rows } = await sql<{ entryId: string } & ContentSize>`
      select "entryId", length(content) as length,
        length(content) - length(replace(content, '<img', '<im')) as pictures
      from "entryContents" where "entryId" in ${idList(kind, batch)}`.execute(db)
    for (const { entryId, length, pictures } of rows) sizes.set(entryId, { length, pictures })
  }
  return sizes
}
