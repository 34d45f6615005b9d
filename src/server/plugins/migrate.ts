import { runMigrations } from '../storage/engine/run-migrations.ts'
import type { Storage } from '../storage/open.ts'
import type { Loaded } from './load.ts'

/** Where a plugin's steps are written down: each plugin has a history of its own. */
export const bookOf = (id: string): string => `${id}_migration`

/** Runs a plugin's steps. @param upTo the last one wanted; all when absent @throws what a step throws */
export async function migratePlugin(
  storage: Storage,
  { manifest, server }: Loaded,
  upTo?: string,
): Promise<void> {
  if (!server) return
  const history = {
    provider: { getMigrations: async () => ({ ...server.migrations }) },
    migrationTableName: bookOf(manifest.id),
    migrationLockTableName: `${bookOf(manifest.id)}_lock`,
  }
  await runMigrations(storage, history, upTo)
}
