import { sql, type Kysely } from 'kysely'

/** The texts of entries as queries look into them, and which entries the background job still has to read into it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entryTexts')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('entryTextsPending')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .execute()
  for (const statement of TRIGGERS) await sql.raw(statement).execute(db)
  await sql`insert into "entryTextsPending" select "id" from "entries"`.execute(db)
}

/** Not `or ignore`: inside a trigger the conflict rule of the statement outside would apply instead. */
const note = (id: string): string =>
  `insert into "entryTextsPending" values (${id}) on conflict ("entryId") do nothing;`

const TRIGGERS = [
  `create trigger "entryTextAdded" after insert on "entries" begin ${note('new."id"')} end`,
  `create trigger "entryTextChanged" after update of "title", "author", "description" on "entries"
    when new."title" is not old."title" or new."author" is not old."author"
      or new."description" is not old."description"
    begin ${note('new."id"')} end`,
  `create trigger "entryContentAdded" after insert on "entryContents" when new."content" is not null
    begin ${note('new."entryId"')} end`,
  `create trigger "entryContentChanged" after update of "content" on "entryContents"
    when new."content" is not old."content" begin ${note('new."entryId"')} end`,
  `create trigger "entryTextRemoved" after delete on "entries" begin
    delete from "entryTexts" where "entryId" = old."id";
    delete from "entryTextsPending" where "entryId" = old."id";
  end`,
]
