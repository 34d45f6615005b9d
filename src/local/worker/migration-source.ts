/** The migrations of a database, and how many they are before any of them is fetched. */
import type { Migration } from 'kysely/migration'
import { localMigrationCount } from '../../../migrations/local/count.ts'

export type Migrations = Readonly<Record<string, Migration>>
export type MigrationSource = {
  readonly count: number
  readonly load: () => Promise<Migrations>
}

/** The steps of this version of Lectern. */
export const localMigrationSource: MigrationSource = {
  count: localMigrationCount,
  load: async () => (await import('../../../migrations/local/index.ts')).localMigrations,
}

/** Steps that are at hand. */
export const migrationSource = (migrations: Migrations): MigrationSource => ({
  count: Object.keys(migrations).length,
  load: async () => migrations,
})
