import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/**
 * The texts of entries as queries search them, and the entries that are still to be added. Triggers queue
 * entries that are new or have another text; a job and each search add them.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createTables(db, kind, '0026-entry-texts')
  await db.schema
    .createTable('entryTexts')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await sql`insert into "entryTextsPending" select id from entries`.execute(db)
}

const note = (id: string): string =>
  `insert into "entryTextsPending" values (${id}) on conflict ("entryId") do nothing;`
const FORGET = `delete from "entryTexts" where "entryId" = old.id;
  delete from "entryTextsPending" where "entryId" = old.id;`

const SQLITE = [
  `create trigger "entryTextAdded" after insert on entries begin ${note('new.id')} end`,
  `create trigger "entryTextChanged" after update of title, author, description on entries
    when new.title is not old.title or new.author is not old.author or new.description is not old.description
    begin ${note('new.id')} end`,
  `create trigger "entryContentAdded" after insert on "entryContents" begin ${note('new."entryId"')} end`,
  `create trigger "entryContentChanged" after update of content on "entryContents"
    when new.content is not old.content begin ${note('new."entryId"')} end`,
  `create trigger "entryTextRemoved" after delete on entries begin ${FORGET} end`,
]

/** Whole statements at once, in the order of the entries, so that two of them never deadlock. */
const POSTGRES = [
  `create function "noteEntryTexts"() returns trigger language plpgsql as $$ begin
    insert into "entryTextsPending" select a.id from added a order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create trigger "entryTextAdded" after insert on entries referencing new table as added
    for each statement execute function "noteEntryTexts"()`,
  `create function "noteChangedTexts"() returns trigger language plpgsql as $$ begin
    insert into "entryTextsPending" select a.id from added a join former o on o.id = a.id
      where a.title is distinct from o.title or a.author is distinct from o.author
        or a.description is distinct from o.description
      order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create trigger "entryTextChanged" after update on entries referencing new table as added old table as former
    for each statement execute function "noteChangedTexts"()`,
  `create function "noteContents"() returns trigger language plpgsql as $$ begin
    insert into "entryTextsPending" select a."entryId" from added a order by a."entryId"
      on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create trigger "entryContentAdded" after insert on "entryContents" referencing new table as added
    for each statement execute function "noteContents"()`,
  `create trigger "entryContentChanged" after update on "entryContents" referencing new table as added
    for each statement execute function "noteContents"()`,
  `create function "forgetEntryText"() returns trigger language plpgsql as $$ begin
    ${FORGET}
    return null;
  end $$`,
  `create trigger "entryTextRemoved" after delete on entries for each row execute function "forgetEntryText"()`,
]
