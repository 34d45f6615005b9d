import type { Kysely } from 'kysely'

/** Codes that programs exchange for an app password after a user has authorised them (OAuth). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('authorizationCodes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('clientId', 'text', (c) => c.notNull())
    .addColumn('redirectUri', 'text', (c) => c.notNull())
    .addColumn('challenge', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('limit', 'text')
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('authorizationCodesUser').on('authorizationCodes').column('userId').execute()
}
