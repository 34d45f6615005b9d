/** What the user did, with the way back. */
import type { JournalRow } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'

/** Nobody steps back further than this. */
const ROWS_KEPT = 500

export const journal: Handlers<'journal.add' | 'journal.recent' | 'journal.remove'> = {
  'journal.add': async (db, { id, title, undo, at }) => {
    const row = { id, title: JSON.stringify(title), undo: JSON.stringify(undo), at }
    await db
      .insertInto('journal')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    const tooOld = db
      .selectFrom('journal')
      .select('id')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(-1)
      .offset(ROWS_KEPT)
    await db.deleteFrom('journal').where('id', 'in', tooOld).execute()
  },
  'journal.recent': async (db, limit) => {
    const rows = await db
      .selectFrom('journal')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      title: parsed<JournalRow['title']>(row.title),
      undo: parsed<JournalRow['undo']>(row.undo),
      at: row.at,
    }))
  },
  'journal.remove': async (db, id) => {
    await db.deleteFrom('journal').where('id', '=', id).execute()
  },
}
