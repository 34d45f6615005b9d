import type { Kysely } from 'kysely'

/** Passwords for other readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('appPasswords')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    /** The username to type with it; fixed, as the Fever key is made of both. */
    .addColumn('username', 'text', (c) => c.notNull())
    /** SHA-256 in hex of the password, and of Fever's md5(username:password). */
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('feverHash', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute()
  await db.schema.createIndex('appPasswordsUser').on('appPasswords').column('userId').execute()
}
