import { sql, type Kysely } from 'kysely'
import { serverMigrations } from './index.ts'

/** The schema after the first steps, for new databases. */
export const serverBaseline = {
  steps: Object.keys(serverMigrations).slice(0, 54),
  up: async (db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> => {
    const schema =
      kind === 'sqlite'
        ? (await import('./baseline/sqlite.ts')).sqliteSchema
        : (await import('./baseline/postgres.ts')).postgresSchema
    for (const statement of schema) await sql.raw(statement).execute(db)
  },
}
