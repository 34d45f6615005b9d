import type { Kysely } from 'kysely'

/**
 * Folders of feeds that users of the server share. `category`: the folder of the member's column that holds the feeds. A subscription
 * that a folder brought names it and ends with it. `hash` is of the secret part of an invitation's address; one for a user has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sharedFolders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ownerUserId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('membersMayAdd', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sharedFoldersByOwner').on('sharedFolders').column('ownerUserId').execute()
  await db.schema
    .createTable('sharedFolderMembers')
    .addColumn('folderId', 'text', (c) => c.notNull().references('sharedFolders.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('sharesStars', 'integer', (c) => c.notNull())
    .addColumn('sharesNotes', 'integer', (c) => c.notNull())
    .addColumn('joinedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sharedFolderMembersKey', ['folderId', 'userId'])
    .execute()
  await db.schema
    .createIndex('sharedFolderMembersByUser')
    .on('sharedFolderMembers')
    .column('userId')
    .execute()
  await db.schema
    .createTable('sharedFolderFeeds')
    .addColumn('folderId', 'text', (c) => c.notNull().references('sharedFolders.id').onDelete('cascade'))
    .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('view', 'integer', (c) => c.notNull())
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sharedFolderFeedsKey', ['folderId', 'feedId'])
    .execute()
  await db.schema.createIndex('sharedFolderFeedsByFeed').on('sharedFolderFeeds').column('feedId').execute()
  await db.schema
    .createTable('sharedFolderInvitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('folderId', 'text', (c) => c.notNull().references('sharedFolders.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('handle', 'text')
    .addColumn('hash', 'text', (c) => c.unique())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('sharedFolderInvitationsByFolder')
    .on('sharedFolderInvitations')
    .column('folderId')
    .execute()
  await db.schema
    .createIndex('sharedFolderInvitationsByUser')
    .on('sharedFolderInvitations')
    .column('userId')
    .execute()
  await db.schema
    .alterTable('subscriptions')
    .addColumn('sharedFolderId', 'text', (c) => c.references('sharedFolders.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('subscriptionsBySharedFolder')
    .on('subscriptions')
    .column('sharedFolderId')
    .execute()
}
