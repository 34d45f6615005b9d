import type { Kysely } from 'kysely'

/** Deliveries of rules by a plugin in place of a webhook. `words`: why the plugin did not save the entry, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['plugin', 'words'])
    await db.schema.alterTable('webhookDeliveries').addColumn(column, 'text').execute()
}
