import { runMigrations } from '../storage/engine/run-migrations.ts'
import type { OwnTable } from '../storage/accounts/account-room.ts'
import type { Storage } from '../storage/open.ts'
import type { Loaded } from './load.ts'

/** The migration table of a plugin: each plugin has a history of its own. */
export const bookOf = (id: string): string => `${id}_migration`

/** Runs a plugin's migrations. @param upTo the last one; default: all @throws the error of a migration */
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

/** Types of text columns in both dialects. */
const TEXT = new Set(['text', 'varchar', 'blob', 'bytea', 'json', 'jsonb'])

/** The tables of a plugin with a user column, and their text columns: they count as the account's space. */
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
