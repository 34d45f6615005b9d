import { sql, type Kysely } from 'kysely'

/** The thirty steps of the first day, which shipped together: the tables, and the indexes of each. */
export const firstSteps = {
  /** Ids, JSON and the wire's times are text. `other` is JSON: what the wire sends beyond the spec's fields (owner, tipUsers). */
  '0001-feeds': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('feeds')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('title', 'text')
        .addColumn('description', 'text')
        .addColumn('image', 'text')
        .addColumn('errorAt', 'text')
        .addColumn('errorMessage', 'text')
        .addColumn('siteUrl', 'text')
        .addColumn('ownerUserId', 'text')
        .addColumn('subscriptionCount', 'integer')
        .addColumn('updatesPerWeek', 'real')
        .addColumn('latestEntryPublishedAt', 'text')
        .addColumn('tipUserIds', 'text')
        .addColumn('updatedAt', 'integer')
        .addColumn('other', 'text')
        .execute()
    },
  },
  /** `id` is type/targetId. `createdAt` is ms since 1970. */
  '0002-subscriptions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('subscriptions')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('feedId', 'text')
        .addColumn('listId', 'text')
        .addColumn('inboxId', 'text')
        .addColumn('userId', 'text', (c) => c.notNull())
        .addColumn('view', 'integer', (c) => c.notNull())
        .addColumn('isPrivate', 'integer', (c) => c.notNull())
        .addColumn('title', 'text')
        .addColumn('category', 'text')
        .addColumn('createdAt', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  /** `id` is the inbox's handle. */
  '0003-inboxes': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('inboxes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('title', 'text')
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('other', 'text')
        .execute()
    },
  },
  /** `feedIds` is JSON. */
  '0004-lists': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('lists')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('userId', 'text')
        .addColumn('title', 'text')
        .addColumn('feedIds', 'text', (c) => c.notNull())
        .addColumn('description', 'text')
        .addColumn('view', 'integer', (c) => c.notNull())
        .addColumn('image', 'text')
        .addColumn('fee', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('ownerUserId', 'text')
        .addColumn('subscriptionCount', 'integer')
        .addColumn('purchaseAmount', 'text')
        .addColumn('other', 'text')
        .execute()
    },
  },
  /** The server's counts. They are not the sum of the rows here: only a part of the entries is kept. */
  '0005-unread': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('unread')
        .addColumn('subscriptionId', 'text', (c) => c.primaryKey())
        .addColumn('count', 'integer', (c) => c.notNull().check(sql`count >= 0`))
        .execute()
    },
  },
  '0006-users': {
    async up(db: Kysely<unknown>): Promise<void> {
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
    },
  },
  /** What the server said of an entry. Its content, read mark and star have tables of their own, so that fetching it again
   * overwrites none of them. */
  '0007-entries': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('entries')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('feedId', 'text', (c) => c.notNull())
        .addColumn('guid', 'text', (c) => c.notNull())
        .addColumn('inboxHandle', 'text')
        .addColumn('title', 'text')
        .addColumn('url', 'text')
        .addColumn('description', 'text')
        .addColumn('author', 'text')
        .addColumn('authorUrl', 'text')
        .addColumn('authorAvatar', 'text')
        .addColumn('language', 'text')
        .addColumn('categories', 'text')
        .addColumn('media', 'text')
        .addColumn('attachments', 'text')
        .addColumn('extra', 'text')
        .addColumn('sources', 'text')
        .addColumn('settings', 'text')
        .addColumn('publishedAt', 'integer', (c) => c.notNull())
        .addColumn('insertedAt', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  /** Apart from `entries`, so that scanning those reads a tenth of the pages. */
  '0008-entry-contents': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('entryContents')
        .addColumn('entryId', 'text', (c) => c.primaryKey())
        .addColumn('content', 'text')
        .addColumn('readabilityContent', 'text')
        .addColumn('readabilityUpdatedAt', 'integer')
        .execute()
    },
  },
  /** `read` and `batch` are what the server confirmed, the pending two what unsent changes make of it, null where none
   * touches the entry. `unread` is what shows. A plain column, because an index never covers a query that
   * asks for a generated one; the check keeps it from drifting.
   * `batch` names the mark-all-read that marked the entry, for undoing it. */
  '0009-entry-status': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('entryStatus')
        .addColumn('entryId', 'text', (c) => c.primaryKey())
        .addColumn('feedId', 'text', (c) => c.notNull())
        .addColumn('publishedAt', 'integer', (c) => c.notNull())
        .addColumn('insertedAt', 'integer', (c) => c.notNull())
        .addColumn('read', 'integer', (c) => c.notNull())
        .addColumn('batch', 'text')
        .addColumn('pendingRead', 'integer')
        .addColumn('pendingBatch', 'text')
        .addColumn('unread', 'integer', (c) => c.notNull())
        .addCheckConstraint('unreadIsWhatShows', sql`"unread" = (coalesce("pendingRead", "read") = 0)`)
        .execute()
    },
  },
  /** The timeline of many feeds: read in order, feeds filtered from the index alone. */
  '0010-status-by-time': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('statusByTime')
        .on('entryStatus')
        .columns(['publishedAt desc', 'entryId desc', 'feedId'])
        .execute()
    },
  },
  '0011-status-unread-by-time': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('statusUnreadByTime')
        .on('entryStatus')
        .columns(['publishedAt desc', 'entryId desc', 'feedId'])
        .where(sql.ref('unread'), '=', sql.lit(1))
        .execute()
    },
  },
  /** The timeline of one feed. */
  '0012-status-by-feed': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('statusByFeed')
        .on('entryStatus')
        .columns(['feedId', 'publishedAt desc', 'entryId desc'])
        .execute()
    },
  },
  /** The unread timeline of one feed, and counting by feed. */
  '0013-status-unread-by-feed': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('statusUnreadByFeed')
        .on('entryStatus')
        .columns(['feedId', 'publishedAt desc', 'entryId desc'])
        .where(sql.ref('unread'), '=', sql.lit(1))
        .execute()
    },
  },
  /** Stars. `createdAt` and `view` are what the server confirmed, null when it knows no star; the pending two count while
   * `pending` is 1, and a null `pendingCreatedAt` then takes the star away. The shown two are what the person sees. */
  '0014-collections': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('collections')
        .addColumn('entryId', 'text', (c) => c.primaryKey())
        .addColumn('feedId', 'text', (c) => c.notNull())
        .addColumn('publishedAt', 'integer', (c) => c.notNull())
        .addColumn('createdAt', 'integer')
        .addColumn('view', 'integer')
        .addColumn('pending', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('pendingCreatedAt', 'integer')
        .addColumn('pendingView', 'integer')
        .addColumn('shownAt', 'integer', (c) =>
          c.generatedAlwaysAs(sql`case when "pending" then "pendingCreatedAt" else "createdAt" end`).stored(),
        )
        .addColumn('shownView', 'integer', (c) =>
          c.generatedAlwaysAs(sql`case when "pending" then "pendingView" else "view" end`).stored(),
        )
        .execute()
    },
  },
  '0015-collections-by-view': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('collectionsByView')
        .on('collections')
        .columns(['shownView', 'publishedAt desc', 'entryId desc'])
        .where(sql.ref('shownAt'), 'is not', null)
        .execute()
    },
  },
  '0016-summaries': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('summaries')
        .addColumn('entryId', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('summary', 'text', (c) => c.notNull())
        .addColumn('readabilitySummary', 'text')
        .addColumn('createdAt', 'integer')
        .addPrimaryKeyConstraint('summariesKey', ['entryId', 'language'])
        .execute()
    },
  },
  '0017-translations': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('translations')
        .addColumn('entryId', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('title', 'text')
        .addColumn('description', 'text')
        .addColumn('content', 'text')
        .addColumn('readabilityContent', 'text')
        .addColumn('createdAt', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('translationsKey', ['entryId', 'language'])
        .execute()
    },
  },
  /** `colors` is JSON. */
  '0018-images': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('images')
        .addColumn('url', 'text', (c) => c.primaryKey())
        .addColumn('colors', 'text', (c) => c.notNull())
        .addColumn('createdAt', 'integer', (c) => c.notNull())
        .addColumn('width', 'integer')
        .addColumn('height', 'integer')
        .execute()
    },
  },
  '0019-settings': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('settings')
        .addColumn('tab', 'text', (c) => c.primaryKey())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('updated', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  /** `value` is JSON. */
  '0020-meta': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('meta')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute()
    },
  },
  /** Changes that the server has not accepted, in the order they were made, which is `place`, not the clock's. */
  '0021-outbox': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('outbox')
        .addColumn('place', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('noun', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('args', 'text', (c) => c.notNull())
        .addColumn('effect', 'text')
        .addColumn('at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0022-journal': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('journal')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('undo', 'text', (c) => c.notNull())
        .addColumn('at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0023-journal-by-time': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.createIndex('journalByTime').on('journal').columns(['at desc', 'id desc']).execute()
    },
  },
  /** FTS4, because sql.js is built without FTS5. It keeps its own copy of the text: an index without one cannot take a
   * row out. */
  '0024-entry-search': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create virtual table "entrySearch" using fts4("text", tokenize=unicode61, prefix="2,3")`.execute(
        db,
      )
      await sql`insert into "entrySearch"("entrySearch") values ('automerge=8')`.execute(db)
    },
  },
  /** The row of `entrySearch`. It rises with the time of publication, so that the newest hits come first without sorting. */
  '0025-entries-search-id': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('entries').addColumn('searchId', 'integer').execute()
      await db.schema
        .createIndex('entriesSearchId')
        .unique()
        .on('entries')
        .columns(['searchId'])
        .where(sql.ref('searchId'), 'is not', null)
        .execute()
    },
  },
  /** What the background job still has to index: its place is kept in the rows themselves. */
  '0026-entries-unindexed': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('entriesUnindexed')
        .on('entries')
        .columns(['publishedAt desc'])
        .where(sql.ref('searchId'), 'is', null)
        .execute()
    },
  },
  '0027-subscriptions-by-feed': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.createIndex('subscriptionsByFeed').on('subscriptions').columns(['feedId']).execute()
    },
  },
  /** JSON: what beginning the change answered, so that asking again after a lost answer says the same. */
  '0028-outbox-flipped': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('outbox').addColumn('flipped', 'text').execute()
    },
  },
  /** Finds the rows that pending changes touch, which are few, among all. */
  '0029-status-pending': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('statusPending')
        .on('entryStatus')
        .columns(['entryId'])
        .where(sql.ref('pendingRead'), 'is not', null)
        .execute()
    },
  },
  '0030-collections-pending': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('collectionsPending')
        .on('collections')
        .columns(['entryId'])
        .where(sql.ref('pending'), '=', sql.lit(1))
        .execute()
    },
  },
}
