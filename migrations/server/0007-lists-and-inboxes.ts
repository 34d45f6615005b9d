import type { Kysely } from 'kysely'

/** Lists of feeds with their followers and buyers, and inboxes. Times are ms since 1970, ids are text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lists')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ownerUserId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('image', 'text')
    .addColumn('view', 'integer', (c) => c.notNull())
    /** Whole POWER. */
    .addColumn('fee', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('listsOwner').on('lists').column('ownerUserId').execute()
  await db.schema
    .createTable('listFeeds')
    .addColumn('listId', 'text', (c) => c.notNull().references('lists.id').onDelete('cascade'))
    .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('listFeedsKey', ['listId', 'feedId'])
    .execute()
  await db.schema.createIndex('listFeedsFeed').on('listFeeds').column('feedId').execute()
  await db.schema
    .createTable('listSubscriptions')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('listId', 'text', (c) => c.notNull().references('lists.id').onDelete('cascade'))
    .addColumn('view', 'integer', (c) => c.notNull())
    .addColumn('category', 'text')
    .addColumn('title', 'text')
    .addColumn('isPrivate', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('hideFromTimeline', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('listSubscriptionsKey', ['userId', 'listId'])
    .execute()
  await db.schema.createIndex('listSubscriptionsList').on('listSubscriptions').column('listId').execute()
  /** A payment is valid for good: the row outlives the subscription. */
  await db.schema
    .createTable('listPurchases')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('listId', 'text', (c) => c.notNull().references('lists.id').onDelete('cascade'))
    .addColumn('fee', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('listPurchasesKey', ['userId', 'listId'])
    .execute()
  await db.schema.createIndex('listPurchasesList').on('listPurchases').column('listId').execute()
  /** The owner of the inbox of the feed; null for every feed of the web. No other user may see such a feed. */
  await db.schema
    .alterTable('feeds')
    .addColumn('inboxUserId', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createTable('inboxes')
    /** The handle in small letters, as in mail addresses. */
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('handle', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    /** The hidden feed that holds the entries. */
    .addColumn('feedId', 'text', (c) => c.notNull().unique().references('feeds.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('inboxesUser').on('inboxes').column('userId').execute()
}
