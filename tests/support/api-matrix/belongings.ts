/** Everything in the library that is somebody's, to see whether it is as it was. */
import { sql } from 'kysely'
import type { Storage } from '../../../src/server/storage/open.ts'

const OWNERS = ['userId', 'ownerUserId', 'inboxUserId', 'fromUserId', 'toUserId']
/** What asking leaves behind, and what a day of POWER is begun with, whoever asks first. */
const PASSING = ['session', 'verification', 'answered', 'jobs', 'rateLimit', 'powerStandings']

export type Belongings = () => Promise<Record<string, string>>

/** @returns what tells of each table the rows of one person, as text */
export async function belongingsOf({ db }: Storage, userId: string): Promise<Belongings> {
  const tables = (await db.introspection.getTables()).flatMap(({ name, columns }) => {
    const owners = columns.map((column) => column.name).filter((column) => OWNERS.includes(column))
    return owners.length > 0 && !PASSING.includes(name) ? [{ name, owners }] : []
  })
  if (tables.length < 25) throw new Error(`Only ${tables.length} tables were found.`)
  return async () => {
    const found: Record<string, string> = {}
    for (const { name, owners } of tables) {
      const own = sql.join(
        owners.map((owner) => sql`${sql.ref(owner)} = ${userId}`),
        sql` or `,
      )
      const { rows } = await sql`select * from ${sql.table(name)} where ${own}`.execute(db)
      found[name] = rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n')
    }
    return found
  }
}
