/** Brings the schema up to date. All missing steps run in one transaction: a failing one leaves nothing behind. */
import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from 'sql.js'
import { answer } from './pragmas.ts'
import type { Schema } from './schema.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** The file was written by a newer version than this tab runs. It must neither be read nor rebuilt by this one. */
export const newerFile = 'This library was written by a newer version of Lectern. Reload this tab.'

/** @throws the error of the failing step, with nothing changed */
export async function migrated(raw: Database, db: Kysely<Schema>, migrations: Migrations): Promise<void> {
  const steps = Object.keys(migrations).length
  // Kysely's own table says which steps ran; this number only saves asking it at every start.
  const done = Number(answer(raw, 'pragma user_version'))
  if (done === steps) return
  if (done > steps) throw new Error(newerFile)
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) throw error
  raw.exec(`pragma user_version=${steps}`)
}
