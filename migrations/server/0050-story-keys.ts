import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/**
 * Keys by which entries of several feeds are the same story (contract/story-keys). They are computed together with the texts of
 * entries, so all of them are queued again.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createTables(db, kind, '0050-story-keys')
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await sql`insert into "entryTextsPending" select id from entries where true
    on conflict ("entryId") do nothing`.execute(db)
}

const FORGET = `delete from "storyKeys" where "entryId" = old.id;`
const SQLITE = [`create trigger "storyKeysRemoved" after delete on entries begin ${FORGET} end`]
const POSTGRES = [
  `create function "forgetStoryKeys"() returns trigger language plpgsql as $$ begin
    ${FORGET}
    return null;
  end $$`,
  `create trigger "storyKeysRemoved" after delete on entries for each row execute function "forgetStoryKeys"()`,
]
