import type { Kysely } from 'kysely'

/** What the user entered for an action of a plugin, so that a delivery follows its rule as it was when the entry arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhookDeliveries').addColumn('operand', 'text').execute()
}
