import { sql, type Kysely } from 'kysely'

/**
 * How long each entry takes to read, as the server says or as its stored text does. The texts of all entries are read in
 * once more for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('readingTimes')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('seconds', 'integer', (c) => c.notNull())
    .execute()
  await sql`create trigger "readingTimeRemoved" after delete on "entries" begin
    delete from "readingTimes" where "entryId" = old."id";
  end`.execute(db)
  await sql`insert into "entryTextsPending" select "id" from "entries" where true
    on conflict ("entryId") do nothing`.execute(db)
}
