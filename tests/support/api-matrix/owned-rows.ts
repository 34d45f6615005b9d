/** The rows of a user in every table, to detect changes. */
import { sql } from 'kysely'
import type { Storage } from '../../../src/server/storage/open.ts'

const OWNERS = ['userId', 'ownerUserId', 'inboxUserId', 'fromUserId', 'toUserId']
/** Tables that any request may change. */
const PASSING = ['session', 'verification', 'answered', 'jobs', 'rateLimit', 'powerStandings']

export type OwnedRows = () => Promise<Record<string, string>>

/** @returns a function that reads the rows of one user per table, as text */
export async function ownedRowsOf({ db }: Storage, userId: string): Promise<OwnedRows> {
  const tables = (await db.introspection.getTables()).flatMap(({ name, columns }) => {
    const owners = columns.map((column) => column.name).filter((column) => OWNERS.includes(column))
    return owners.length > 0 && !PASSING.includes(name) ? [{ name, owners }] : []
  })
  if (tables.length < 25) throw new Error(`Only ${tables.length} tables were found.`)
  return async () => {
    const results: Record<string, string> = {}
    for (const { name, owners } of tables) {
      const own = sql.join(
        owners.map((owner) => sql`${sql.ref(owner)} = ${userId}`),
        sql` or `,
      )
      const { rows } = await sql`select * from ${sql.table(name)} where ${own}`.execute(db)
      results[name] = rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n')
    }
    return results
  }
}
