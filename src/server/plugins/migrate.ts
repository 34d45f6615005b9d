import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Loaded } from './load.ts'

/** Where a plugin's steps are written down: each plugin has a history of its own. */
export const bookOf = (id: string): string => `${id}_migration`

/** Runs a plugin's steps. @param upTo the last one wanted; all when absent @throws what a step throws */
export async function migratePlugin(db: unknown, { manifest, server }: Loaded, upTo?: string): Promise<void> {
  if (!server) return
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => ({ ...server.migrations }) },
    migrationTableName: bookOf(manifest.id),
    migrationLockTableName: `${bookOf(manifest.id)}_lock`,
  })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
}
