/** Runs migrations by Kysely's Migrator. Loaded only when there are migrations to run: most starts have none. */
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from 'sql.js'
import { sqlJsDialect } from './dialect.ts'
import type { Migrations } from './migration-source.ts'

/** All missing steps run in one transaction: a failing one leaves nothing behind. @throws its error */
export async function runMigrations(raw: Database, migrations: Migrations): Promise<void> {
  const db = new Kysely<unknown>({ dialect: sqlJsDialect(raw) })
  try {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
