/** Brings the schema up to date; fetches no migration when there is nothing to do. */
import type { Database } from 'sql.js'
import { answer } from './pragmas.ts'
import type { MigrationSource } from './migration-source.ts'

/** The file was written by a newer version than this tab runs. It must neither be read nor rebuilt by this one. */
const newerFile = 'This database was written by a newer version of Lectern. Reload this tab.'

/** The file is older than this tab, and the migrations could not be loaded. The file is intact. */
const stepsMissing = 'The source to this version of the database could not be fetched. Reload this tab.'

/** @throws the error of the failing step, with nothing changed */
export async function migrate(raw: Database, source: MigrationSource): Promise<void> {
  // Kysely's own table says which steps ran; this number only saves reading it at every start.
  const done = Number(answer(raw, 'pragma user_version'))
  if (done === source.count) return
  if (done > source.count) throw new Error(newerFile)
  const [{ runMigrations }, migrations] = await Promise.all([
    import('./run-migrations.ts'),
    source.load(answer(raw, 'select count(*) from sqlite_schema') === 0),
  ]).catch((error: unknown) => {
    throw new Error(stepsMissing, { cause: error })
  })
  await runMigrations(raw, migrations)
  raw.exec(`pragma user_version=${source.count}`)
}
