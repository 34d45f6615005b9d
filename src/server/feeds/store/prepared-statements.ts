/** Caches the statements of a crawl: building their text costs more than running them. */
import { CompiledQuery, type Compilable, type QueryResult } from 'kysely'
import type { Storage } from '../../storage/open.ts'

/** The database, or one transaction on it. */
export type PreparedDatabase = Pick<Storage, 'db' | 'kind'>

const texts = new Map<string, string>()

/**
 * @param name identifies a statement by its text
 * @param make builds the statement with any values; called once for each name and engine
 * @param parameters in the order in which the text names them
 */
export function runPrepared<Row>(
  { db, kind }: PreparedDatabase,
  name: string,
  make: () => Compilable,
  parameters: readonly unknown[],
): Promise<QueryResult<Row>> {
  const key = `${kind} ${name}`
  const text = texts.get(key) ?? make().compile().sql
  texts.set(key, text)
  return db.executeQuery(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>)
}
