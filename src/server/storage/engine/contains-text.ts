import { sql, type RawBuilder } from 'kysely'
import type { Kind } from '../open.ts'

/** True of a text that contains a part; null contains none. Neither engine reads the part as a pattern. */
export const containsText = (kind: Kind, text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  kind === 'sqlite'
    ? sql<boolean>`instr(coalesce(${text}, ''), ${part}) > 0`
    : sql<boolean>`strpos(coalesce(${text}, ''), ${part}) > 0`
