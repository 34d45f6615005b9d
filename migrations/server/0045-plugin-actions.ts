import type { Kysely } from 'kysely'

/** Deliveries of rules by an action of a plugin: its name; null where the plugin saves the entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhookDeliveries').addColumn('action', 'text').execute()
}
