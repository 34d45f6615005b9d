/** The server's unread counts, by feed, inbox or list. */
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'

export const unread: Handlers<'unread.replace' | 'unread.put' | 'unread.all'> = {
  'unread.replace': async (db, counts) => {
    await db.deleteFrom('unread').execute()
    await put(db, counts)
  },
  'unread.put': put,
  'unread.all': async (db) => {
    const rows = await db.selectFrom('unread').selectAll().execute()
    return Object.fromEntries(rows.map((row) => [row.subscriptionId, row.count]))
  },
}

async function put(db: Db, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [subscriptionId, count] of Object.entries(counts)) {
    const row = { subscriptionId, count: Math.max(0, Math.trunc(count)) }
    await db
      .insertInto('unread')
      .values(row)
      .onConflict((on) => on.column('subscriptionId').doUpdateSet({ count: row.count }))
      .execute()
  }
}
