/** Small facts that outlive a session, by key. */
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'

export const meta: Handlers<'meta.get' | 'meta.set'> = {
  'meta.get': async (db, key) => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
    return row ? parsed(row.value) : null
  },
  'meta.set': async (db, { key, value }) => {
    const row = { key, value: JSON.stringify(value ?? null) }
    await db
      .insertInto('meta')
      .values(row)
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
  },
}
