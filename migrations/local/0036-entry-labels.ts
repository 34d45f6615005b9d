import type { Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/**
 * Labels on entries. `key` is the name as labels are compared. `confirmed`: the server has it; `pending`, where it is not
 * null, is what unsent changes make of it. `shown` is what the user sees.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0036-entry-labels')
}
