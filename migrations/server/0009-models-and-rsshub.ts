import type { Kysely } from 'kysely'

/** Cached results of language models, and the number of requests per user; and RSSHub. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('aiTexts')
    /** Kind, entry, language and a digest of the input. */
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('madeAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('aiTextsEntry').on('aiTexts').column('entryId').execute()
  await db.schema
    .createTable('aiReports')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('view', 'integer', (c) => c.notNull())
    /** When its twelve hours begin: eight in the morning or in the evening in the user's time zone. */
    .addColumn('startsAt', 'bigint', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('madeAt', 'bigint', (c) => c.notNull())
    /** When the user last requested it; null for one made in advance and not read yet. */
    .addColumn('askedAt', 'bigint')
    .addPrimaryKeyConstraint('aiReportsKey', ['userId', 'view', 'startsAt'])
    .execute()
  await db.schema.createIndex('aiReportsAsked').on('aiReports').column('askedAt').execute()
  await db.schema
    .createTable('aiUsage')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('aiUsageKey', ['userId', 'day'])
    .execute()
  await rsshub(db)
}

/** RSSHub instances that users run and share, who uses which, what was paid, and their responses of the last hour. */
async function rsshub(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rsshubInstances')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ownerUserId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('baseUrl', 'text', (c) => c.notNull().unique())
    .addColumn('accessKey', 'text')
    .addColumn('description', 'text')
    /** Whole POWER a month. */
    .addColumn('price', 'integer', (c) => c.notNull())
    .addColumn('userLimit', 'integer')
    .addColumn('errorMessage', 'text')
    .addColumn('errorAt', 'bigint')
    .addColumn('checkedAt', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('rsshubUses')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('instanceId', 'text', (c) => c.notNull().references('rsshubInstances.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rsshubUsesInstance').on('rsshubUses').column('instanceId').execute()
  await db.schema
    .createTable('rsshubPurchases')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('instanceId', 'text', (c) => c.notNull().references('rsshubInstances.id').onDelete('cascade'))
    /** The transaction that paid for it; null where it is free. */
    .addColumn('hash', 'text')
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rsshubPurchasesKey', ['userId', 'instanceId'])
    .execute()
  await db.schema
    .createTable('rsshubAnswers')
    .addColumn('url', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
