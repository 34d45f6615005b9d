import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text')
    .addColumn('handle', 'text')
    .addColumn('name', 'text')
    .addColumn('image', 'text')
    .addColumn('isMe', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('emailVerified', 'integer')
    .addColumn('bio', 'text')
    .addColumn('website', 'text')
    .addColumn('socialLinks', 'text')
    .addColumn('other', 'text')
    .execute()
}
