/** Files of installed plugins, so that they start without a connection. The start-up cache does not hold them. */
import type { StoredBundle } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'

const keyOf = (plugin: string) => `bundle ${plugin}`

export const pluginBundles: Handlers<'pluginBundle.get' | 'pluginBundle.put'> = {
  'pluginBundle.get': async (db, plugin) => {
    const row = await db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', keyOf(plugin))
      .executeTakeFirst()
    return row ? parsed<StoredBundle>(row.value) : null
  },
  'pluginBundle.put': async (db, { plugin, stored }) => {
    const key = keyOf(plugin)
    if (stored === null) {
      await db.deleteFrom('meta').where('key', '=', key).execute()
      return
    }
    const row = { key, value: JSON.stringify(stored) }
    await db
      .insertInto('meta')
      .values(row)
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
  },
}
