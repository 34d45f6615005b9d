import { sql } from 'kysely'
import { batches, idList } from './id-list.ts'
import type { Storage } from './open.ts'

/** How long the contents of entries are together, in characters, and how many pictures they show. */
export async function measureContents(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<{ readonly length: number; readonly pictures: number }> {
  const sum = { length: 0, pictures: 0 }
  for (const batch of batches(ids)) {
    const { rows } = await sql<{ length: number | string | null; pictures: number | string | null }>`
      select sum(length(content)) as length,
        sum(length(content) - length(replace(content, '<img', '<im'))) as pictures
      from "entryContents" where "entryId" in ${idList(kind, batch)}`.execute(db)
    sum.length += Number(rows[0]?.length ?? 0)
    sum.pictures += Number(rows[0]?.pictures ?? 0)
  }
  return sum
}
