/** What entries say at length, from the feed and from the page behind it. */
import { sql } from 'kysely'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { listed } from './effects.ts'

type Calls = 'entries.body' | 'entries.putContents' | 'entries.putReadability' | 'entries.withoutContent'

export const entryContents: Handlers<Calls> = {
  'entries.body': async (db, id) => {
    const row = await db.selectFrom('entryContents').selectAll().where('entryId', '=', id).executeTakeFirst()
    if (!row) return null
    const { entryId: _, ...body } = row
    return body
  },
  'entries.putContents': putContent,
  'entries.putReadability': async (db, { id, content, at }) => {
    const row = { readabilityContent: content, readabilityUpdatedAt: at }
    await db
      .insertInto('entryContents')
      .values({ entryId: id, content: null, ...row })
      .onConflict((on) => on.column('entryId').doUpdateSet(row))
      .execute()
  },
  'entries.withoutContent': async (db, ids) => {
    const { rows } = await sql<{ entryId: string }>`
      select "entryId" from "entryContents" where "entryId" in ${listed(ids)} and "content" is not null`.execute(
      db,
    )
    const known = new Set(rows.map((row) => row.entryId))
    return ids.filter((id) => !known.has(id))
  },
}

/** Keeps contents of entries that are kept themselves: one may have been taken away while its content was on the way. */
export async function putContent(
  db: Db,
  rows: readonly { id: string; content: string | null }[],
): Promise<void> {
  for (const { id, content } of rows) {
    await sql`
      insert into "entryContents" ("entryId", "content") select "id", ${content} from "entries" where "id" = ${id}
      on conflict ("entryId") do update set "content" = "excluded"."content"`.execute(db)
  }
}
