import { runMigrations } from '../storage/engine/run-migrations.ts'
import type { OwnTable } from '../storage/accounts/account-room.ts'
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

/** Texts, by the names that both dialects have for them. */
const TEXT = new Set(['text', 'varchar', 'blob', 'bytea', 'json', 'jsonb'])

/** The tables of a plugin that belong to a user, with their columns of texts: what an account stores there is counted. */
export async function ownTablesOf({ db }: Storage, { manifest, server }: Loaded): Promise<OwnTable[]> {
  if (!server || Object.keys(server.migrations).length === 0) return []
  const tables = await db.introspection.getTables()
  return tables
    .filter(
      ({ name, columns }) => name.startsWith(manifest.id) && columns.some((one) => one.name === 'userId'),
    )
    .map(({ name, columns }) => ({
      table: name,
      columns: columns
        .filter((column) => column.name !== 'userId' && TEXT.has(column.dataType.toLowerCase()))
        .map((column) => column.name),
    }))
    .filter(({ columns }) => columns.length > 0)
}
