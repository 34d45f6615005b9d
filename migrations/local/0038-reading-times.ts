import { sql, type Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/**
 * How long each entry takes to read, as the server says or as its stored text does. The texts of all entries are read in
 * once more for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0038-reading-times')
  await sql`insert into "entryTextsPending" select "id" from "entries" where true
    on conflict ("entryId") do nothing`.execute(db)
}
