import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/**
 * How long each entry takes to read. It is computed together with the texts of entries, so all of them are queued
 * again; apart from the texts, because it is read for many entries at once.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createTables(db, kind, '0043-reading-times')
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await sql`insert into "entryTextsPending" select id from entries where true
    on conflict ("entryId") do nothing`.execute(db)
}

const FORGET = `delete from "readingTimes" where "entryId" = old.id;`
const SQLITE = [`create trigger "readingTimeRemoved" after delete on entries begin ${FORGET} end`]
const POSTGRES = [
  `create function "forgetReadingTime"() returns trigger language plpgsql as $$ begin
    ${FORGET}
    return null;
  end $$`,
  `create trigger "readingTimeRemoved" after delete on entries for each row execute function "forgetReadingTime"()`,
]
