import { sql } from 'kysely'

/**
 * The suffix of a frequent statement: PostgreSQL then parses and plans it once for each connection, under a name
 * (postgres.ts); SQLite caches all statements anyway. Only for statements with few distinct texts, whose lists are
 * one parameter each: each text is cached for the life of the connection.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)
