import { sql, type Kysely } from 'kysely'

/**
 * What tells that entries of several feeds are the same story: hashes of their address and title, and the story that
 * they belong to. The background job adds the entries that are stored already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('storyEntries')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull())
    .addColumn('publishedAt', 'integer', (c) => c.notNull())
    .addColumn('address', 'integer')
    .addColumn('title', 'integer')
    .addColumn('storyId', 'text')
    .execute()
  for (const [name, columns, column] of [
    ['storyEntriesByAddress', ['address', 'publishedAt'], 'address'],
    ['storyEntriesByTitle', ['title', 'publishedAt'], 'title'],
    ['storyEntriesByStory', ['storyId'], 'storyId'],
    ['storyEntriesByTime', ['publishedAt'], 'storyId'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('storyEntries')
      .columns([...columns])
      .where(sql.ref(column), 'is not', null)
      .execute()
  await db.schema
    .createTable('storyEntriesPending')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .execute()
  await sql`insert into "storyEntriesPending" select "id" from "entries"`.execute(db)
}
