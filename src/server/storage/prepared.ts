import { sql } from 'kysely'

/**
 * Stands at the end of a statement that is asked all the time: PostgreSQL then parses and plans it once for each
 * connection, under a name (postgres.ts); SQLite prepares every statement once anyhow. Only for statements of a few
 * texts, whose lists are one parameter each: each text is kept for as long as the connection.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)
