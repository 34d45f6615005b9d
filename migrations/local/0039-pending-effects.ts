import { sql, type Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/**
 * The outbox is the file beside the database, which has taken over the rows that the table had (earlier-outbox.ts). What
 * stays are the effects that are laid on entries, in the order of their changes, and what laying each has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0039-pending-effects')
  await sql`
    insert into "pendingEffects" ("id", "effect", "unreadDelta")
    select "id", "effect", coalesce("flipped", '{}') from "outbox"
    where "effect" is not null order by "place"`.execute(db)
  await db.schema.dropTable('outbox').execute()
}
