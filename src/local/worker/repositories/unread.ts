/** The server's unread counts, by feed, inbox or list. */
import { sql } from 'kysely'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { differs } from './effects.ts'
import { listed } from './listed.ts'

export const unread: Handlers<'unread.replace' | 'unread.put' | 'unread.all'> = {
  'unread.replace': async (db, counts) => {
    await sql`delete from "unread" where "subscriptionId" not in ${listed(Object.keys(counts))}`.execute(db)
    await put(db, counts)
  },
  'unread.put': put,
  'unread.all': async (db) => {
    const rows = await db.selectFrom('unread').selectAll().execute()
    return Object.fromEntries(rows.map((row) => [row.subscriptionId, row.count]))
  },
}

async function put(db: Db, counts: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(counts).map(([id, count]) => [id, Math.max(0, Math.trunc(count))])
  await sql`
    insert into "unread" ("subscriptionId", "count") select "value" ->> 0, "value" ->> 1
    from json_each(${JSON.stringify(rows)}) where true
    on conflict ("subscriptionId") do update set "count" = "excluded"."count"
    where ${differs('unread', ['count'])}`.execute(db)
}
