import { sql, type Kysely } from 'kysely'

/**
 * A feed is due when its time has come and no process has it: with the lease in the index, a claim does not read the feeds
 * that others have claimed.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const later = sql.raw(kind === 'postgres' ? 'greatest' : 'max')
  await db.schema.dropIndex('feedsDue').execute()
  await sql`create index "feedsDue" on feeds (gone, ${later}("nextFetchAt", lease))`.execute(db)
}
