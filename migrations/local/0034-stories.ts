import { sql, type Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/**
 * What tells that entries of several feeds are the same story: hashes of their address and title, and the story that
 * they belong to. The background job adds the entries that are stored already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0034-stories')
  await sql`insert into "storyEntriesPending" select "id" from "entries"`.execute(db)
}
