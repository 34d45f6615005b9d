import { sql, type RawBuilder } from 'kysely'

/** A text list as one parameter, whatever its length. */
export const listed = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`(select "value" from json_each(${JSON.stringify(ids)}))`
