import { sql, type Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/** The texts of entries as queries look into them, and which entries the background job still has to read into it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0031-entry-texts')
  await sql`insert into "entryTextsPending" select "id" from "entries"`.execute(db)
}
