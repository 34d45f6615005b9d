/** The two tabs of settings, as the server or the user last set them. */
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'

export const settings: Handlers<'settings.all' | 'settings.put'> = {
  'settings.all': async (db) => {
    const rows = await db.selectFrom('settings').selectAll().execute()
    return Object.fromEntries(
      rows.map(({ tab, payload, updated }) => [
        tab,
        { payload: parsed<Record<string, unknown>>(payload), updated },
      ]),
    )
  },
  'settings.put': async (db, { tab, payload, updated }) => {
    const row = { tab, payload: JSON.stringify(payload), updated }
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((on) => on.column('tab').doUpdateSet(row))
      .execute()
  },
}
