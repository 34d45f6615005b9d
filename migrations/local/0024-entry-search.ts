import { sql, type Kysely } from 'kysely'

/** FTS4, because sql.js is built without FTS5. It keeps its own copy of the text: an index without one cannot take a
 * row out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table "entrySearch" using fts4("text", tokenize=unicode61, prefix="2,3")`.execute(
    db,
  )
  await sql`insert into "entrySearch"("entrySearch") values ('automerge=8')`.execute(db)
}
