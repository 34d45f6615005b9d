/** The extensions by which databases compare vectors, each where it is there: sqlite-vec, and pgvector from 0.7. */
import { sql } from 'kysely'
import type { VectorExtension } from '../../../plugin-api/server.ts'
import type { Storage } from '../open.ts'

/** Creates pgvector where PostgreSQL offers it and the server may. @returns null: the database has neither */
export const vectorExtensionOf = ({ db, kind }: Storage): Promise<VectorExtension | null> =>
  kind === 'sqlite' ? ofSqlite(db) : ofPostgres(db)

async function ofSqlite(db: Storage['db']): Promise<VectorExtension | null> {
  const { rows } = await sql`select 1 from pragma_function_list where name = 'vec_distance_cosine'`.execute(
    db,
  )
  return rows.length > 0 ? 'sqlite-vec' : null
}

async function ofPostgres(db: Storage['db']): Promise<VectorExtension | null> {
  const { rows } = await sql<{ installed: string | null }>`select installed_version as installed
    from pg_available_extensions where name = 'vector'`.execute(db)
  if (rows[0]?.installed === null)
    await sql`create extension if not exists vector`.execute(db).catch(() => undefined)
  // Older ones have no numbers of two bytes, and those in a schema beside the search path cannot be named.
  const found = await sql<{ type: string | null }>`select to_regtype('halfvec')::text as type`.execute(db)
  return found.rows[0]?.type ? 'pgvector' : null
}
