import type { Kysely } from 'kysely'
import { addToSchema } from './baseline.ts'

/**
 * Highlights and notes, as JSON. `confirmed`: what the server has; `pending`, where it is not null, is what unsent changes make
 * of it: `null` as JSON for a deleted one. `shown` is what the user sees, null: nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addToSchema(db, '0037-highlights')
}
