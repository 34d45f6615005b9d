import type { Kysely } from 'kysely'

/** What users earn and spend: boosts of feeds, achievements, invitations. Times are ms since 1970. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('boosts')
    /** The transaction that paid for it. */
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('months', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('boostsFeed').on('boosts').columns(['feedId', 'expiresAt']).execute()
  await db.schema.createIndex('boostsUser').on('boosts').column('userId').execute()
  await db.schema
    .createTable('achievements')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('actionId', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('progress', 'integer', (c) => c.notNull())
    .addColumn('doneAt', 'bigint')
    .addColumn('hash', 'text')
    /** The user's input for an audit, as JSON. */
    .addColumn('payload', 'text')
    .addPrimaryKeyConstraint('achievementsKey', ['userId', 'actionId'])
    .execute()
  await db.schema.createIndex('achievementsType').on('achievements').column('type').execute()
  await db.schema
    .createTable('invitations')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('fromUserId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    /** No reference: it stays used when the account is deleted. */
    .addColumn('toUserId', 'text')
    /** The transaction that paid for it; null when it was free. */
    .addColumn('hash', 'text', (c) => c.unique())
    .execute()
  await db.schema
    .createIndex('invitationsFrom')
    .on('invitations')
    .columns(['fromUserId', 'createdAt'])
    .execute()
  await db.schema.createIndex('invitationsTo').on('invitations').column('toUserId').execute()
}
