/** Runs migrations of the server or of a plugin, one process at a time. */
import { sql } from 'kysely'
import { Migrator, type MigratorProps } from 'kysely/migration'

/** Kysely's own number of the lock, which belongs to a session there. */
const MIGRATIONS_LOCK = '3853314791062309107'

/**
 * All steps in one transaction, which on PostgreSQL holds the lock: a pooler in transaction mode provides no session
 * for it. @param upTo the last step; all when absent @throws the error of a step
 */
export async function runMigrations(
  { db, kind }: { readonly db: MigratorProps['db']; readonly kind: 'sqlite' | 'postgres' },
  history: Omit<MigratorProps, 'db'>,
  upTo?: string,
): Promise<void> {
  const run = async (on: MigratorProps['db']): Promise<void> => {
    const migrator = new Migrator({ ...history, db: on })
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
    if (error) throw error
  }
  if (kind === 'sqlite') return run(db)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATIONS_LOCK)}::bigint)`.execute(trx)
    await run(trx)
  })
}
