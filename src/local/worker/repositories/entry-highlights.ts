/** Highlights and notes on entries: effects of unsent changes, and what queries find. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { QueryAnnotation } from '../../../contract/query/ast.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import type { HighlightEffect, StoredHighlight } from '../../calls.ts'
import { parsed } from '../row-shape.ts'
import type { Db } from '../schema.ts'

/** A highlight as it is stored. The note is stored a second time as queries compare texts. */
export const textOf = (row: StoredHighlight): string =>
  JSON.stringify({ ...row, noteText: row.note === null ? null : foldText(row.note) })

/** Reads {@link textOf}. */
export function highlightOf(text: string): StoredHighlight {
  const { noteText: _, ...row } = parsed<StoredHighlight & { noteText: string | null }>(text)
  return row
}

/** Applies an effect to the pending or the confirmed highlights. @param only these entries, null: all */
export async function layHighlight(
  db: Db,
  layer: 'pending' | 'confirmed',
  effect: HighlightEffect,
  only: readonly string[] | null,
): Promise<void> {
  if (only !== null && !only.includes(effect.entryId)) return
  if (effect.do === 'highlightPut') {
    await put(db, layer, effect.highlight)
    return
  }
  if (effect.do === 'highlightDelete') {
    const nothing = layer === 'pending' ? sql`'null'` : sql`null`
    await sql`update "highlights" set ${sql.ref(layer)} = ${nothing} where "id" = ${effect.id}`.execute(db)
    return
  }
  const visible = layer === 'pending' ? sql`"shown"` : sql`"confirmed"`
  const { rows } = await sql<{ text: string | null }>`
    select ${visible} as "text" from "highlights" where "id" = ${effect.id}`.execute(db)
  const text = rows[0]?.text
  if (!text) return
  const { color, note } = effect
  await put(db, layer, {
    ...highlightOf(text),
    ...(color !== undefined && { color }),
    ...(note !== undefined && { note }),
  })
}

async function put(db: Db, layer: 'pending' | 'confirmed', row: StoredHighlight): Promise<void> {
  const column = sql.ref(layer)
  await sql`
    insert into "highlights" ("id", "entryId", ${column}) values (${row.id}, ${row.entryId}, ${textOf(row)})
    on conflict ("id") do update set ${column} = "excluded".${column}`.execute(db)
}

/** Removes the effects of unsent changes before they are applied again. */
export async function resetPendingHighlights(db: Db, among: RawBuilder<unknown>): Promise<void> {
  await sql`update "highlights" set "pending" = null where "pending" is not null ${among}`.execute(db)
  await dropUnusedHighlights(db)
}

/** Removes rows that nothing shows and the server does not have. */
export async function dropUnusedHighlights(db: Db): Promise<void> {
  await sql`delete from "highlights" where "confirmed" is null and "pending" is null`.execute(db)
}

/** True of an entry that shows any highlight or note. @param entryId a column */
export const isAnnotated = (entryId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from "highlights" as "h" where "h"."entryId" = ${entryId} and "h"."shown" is not null)`

/** True of an entry that shows a highlight, or a note. @param entryId a column */
export const hasAnnotation = (
  entryId: RawBuilder<unknown>,
  annotation: QueryAnnotation,
): RawBuilder<SqlBool> =>
  sql`(${entryId} in (select "h"."entryId" from "highlights" as "h"
    where "h"."shown" ->> ${annotation === 'note' ? '$.note' : '$.quote'} is not null))`

/** True of an entry that shows a note with a text. @param entryId a column @param text folded */
export const hasNoteWith = (entryId: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`(${entryId} in (select "h"."entryId" from "highlights" as "h"
    where instr(coalesce("h"."shown" ->> '$.noteText', ''), ${text}) > 0))`
