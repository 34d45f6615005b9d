/** Highlights and notes as the server has them. */
import { sql } from 'kysely'
import type { ReceivedHighlights } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { replay } from './effects.ts'
import { dropUnusedHighlights, highlightOf, textOf } from './entry-highlights.ts'
import { listed } from './listed.ts'

export const highlights: Handlers<'highlights.all' | 'highlights.put'> = {
  'highlights.all': async (db) => {
    const { rows } = await sql<{ confirmed: string }>`
      select "confirmed" from "highlights" where "confirmed" is not null`.execute(db)
    return rows.map(({ confirmed }) => highlightOf(confirmed))
  },
  'highlights.put': async (db, received) => {
    await removeGone(db, received)
    const rows = received.rows.map((row) => [row.id, row.entryId, textOf(row)])
    await sql`
      insert into "highlights" ("id", "entryId", "confirmed")
      select "value" ->> 0, "value" ->> 1, "value" ->> 2 from json_each(${JSON.stringify(rows)}) where true
      on conflict ("id") do update set "entryId" = "excluded"."entryId", "confirmed" = "excluded"."confirmed"
      where "confirmed" is not "excluded"."confirmed"`.execute(db)
    await replay(db, [...new Set(received.rows.map(({ entryId }) => entryId))])
  },
}

async function removeGone(db: Db, { rows, deleted, complete }: ReceivedHighlights): Promise<void> {
  const gone = complete
    ? sql`"id" not in ${listed(rows.map(({ id }) => id))}`
    : sql`"id" in ${listed(deleted)}`
  await sql`update "highlights" set "confirmed" = null where ${gone} and "confirmed" is not null`.execute(db)
  await dropUnusedHighlights(db)
}
