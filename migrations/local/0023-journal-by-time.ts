import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('journalByTime').on('journal').columns(['at desc', 'id desc']).execute()
}
