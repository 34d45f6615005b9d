/** Statements of the crawl's every step: their text is made once, for making it costs more than running it. */
import { CompiledQuery, type Compilable, type Kysely, type QueryResult } from 'kysely'
import type { Kind } from '../../storage/open.ts'
import type { Schema } from '../../storage/schema.ts'

const texts = new Map<string, string>()

/**
 * @param name tells statements apart whose text differs
 * @param make the statement with any values; called once for each name and engine
 * @param parameters in the order in which the text names them
 */
export function runKept<Row>(
  { db, kind }: { readonly db: Kysely<Schema>; readonly kind: Kind },
  name: string,
  make: () => Compilable,
  parameters: readonly unknown[],
): Promise<QueryResult<Row>> {
  const key = `${kind} ${name}`
  const text = texts.get(key) ?? make().compile().sql
  texts.set(key, text)
  return db.executeQuery(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>)
}
