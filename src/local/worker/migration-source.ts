/** The migrations of a database, and their number, known before any is fetched. */
import type { Migration } from 'kysely/migration'
import { withBaseline } from '../../core/baseline.ts'
import { localMigrationCount } from '../../../migrations/local/count.ts'

export type Migrations = Readonly<Record<string, Migration>>
export type MigrationSource = {
  readonly count: number
  /** @param isNew the database has no tables */
  readonly load: (isNew: boolean) => Promise<Migrations>
}

/** The steps of this version of Lectern. A new database fetches only the baseline, and the steps when any came after it. */
export const localMigrationSource: MigrationSource = {
  count: localMigrationCount,
  load: async (isNew) => {
    if (!isNew) return everyStep()
    const { localBaseline } = await import('../../../migrations/local/baseline.ts')
    const isComplete = localBaseline.steps.length === localMigrationCount
    return withBaseline(localBaseline, isComplete ? {} : await everyStep())
  },
}
const everyStep = async (): Promise<Migrations> =>
  (await import('../../../migrations/local/index.ts')).localMigrations

/** Steps that are loaded already. */
export const migrationSource = (migrations: Migrations): MigrationSource => ({
  count: Object.keys(migrations).length,
  load: async () => migrations,
})
