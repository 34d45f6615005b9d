/** Contents of entries, from the feed and from their page. */
import { sql } from 'kysely'
import type { EntryBody } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { differs } from './effects.ts'
import { listed } from './listed.ts'
import { removeRenderings } from './entry-renderings.ts'

type Calls =
  | 'entries.body'
  | 'entries.bodies'
  | 'entries.putContents'
  | 'entries.putReadability'
  | 'entries.withoutContent'

export const entryContents: Handlers<Calls> = {
  'entries.body': async (db, id) => (await bodies(db, [id]))[id] ?? null,
  'entries.bodies': bodies,
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

async function bodies(db: Db, ids: readonly string[]): Promise<Record<string, EntryBody>> {
  const rows = await db
    .selectFrom('entryContents')
    .selectAll()
    .where('entryId', 'in', sql<string>`${listed(ids)}`)
    .execute()
  return Object.fromEntries(rows.map(({ entryId, ...body }) => [entryId, body]))
}

/**
 * Stores contents of stored entries only: one may have been deleted while its content was fetched.
 * @returns the ids of those whose content changed
 */
export async function putContent(
  db: Db,
  rows: readonly { id: string; content: string | null }[],
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { id, content } of rows) {
    const { rows: written } = await sql<{ entryId: string }>`
      insert into "entryContents" ("entryId", "content") select "id", ${content} from "entries" where "id" = ${id}
      on conflict ("entryId") do update set "content" = "excluded"."content"
      where ${differs('entryContents', ['content'])} returning "entryId"`.execute(db)
    changed.push(...written.map(({ entryId }) => entryId))
  }
  if (changed.length > 0) await removeRenderings(db, changed)
  return changed
}
