import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('subscriptionsByFeed').on('subscriptions').columns(['feedId']).execute()
}
