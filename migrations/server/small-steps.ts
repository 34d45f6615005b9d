import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/** Steps of a few lines: each adds a table, a column or an index. */
export const smallSteps = {
  /** Feeds, what their last fetches brought, and their entries. Times are ms since 1970, ids and JSON are text. */
  '0002-feeds': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0002-feeds')
      await db.schema
        .createIndex('entriesPublished')
        .on('entries')
        .columns(['publishedAt desc', 'id desc'])
        .execute()
    },
  },
  /** Data of a user: subscriptions, read marks, stars, settings, imports. */
  '0003-reading': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0003-reading')
      await db.schema
        .createTable('reads')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('readAt', 'bigint', (c) => c.notNull())
        /** The Idempotency-Key of the mark-all that wrote the row; null for a single mark. */
        .addColumn('batch', 'text')
        .addPrimaryKeyConstraint('readsKey', ['userId', 'entryId'])
        .execute()
      await db.schema.createIndex('readsEntry').on('reads').column('entryId').execute()
      await db.schema.createIndex('readsBatch').on('reads').columns(['userId', 'batch']).execute()
    },
  },
  /** Limits that sites have requested, and pushes of new entries (WebSub). Times are ms since 1970. */
  '0005-manners': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0005-manners')
      /** When the feed must not be requested: `{hours, days}` as JSON. */
      await db.schema.alterTable('feeds').addColumn('quietTimes', 'text').execute()
      /** Retry-After: until then not even a user's request is sent. */
      await db.schema.alterTable('feeds').addColumn('waitUntil', 'bigint').execute()
    },
  },
  /**
   * More of an account: second factors, passkeys, pictures, devices that receive pushes, and consent to store usage
   * events. twoFactor and passkey are tables of better-auth: times as in 0001-accounts.
   */
  '0006-people': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0006-people')
      const bool = kind === 'postgres' ? 'boolean' : 'integer'
      await db.schema.alterTable('user').addColumn('twoFactorEnabled', bool).execute()
    },
  },
  /** Lists of feeds with their followers and buyers, and inboxes. Times are ms since 1970, ids are text. */
  '0007-lists-and-inboxes': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      /** The owner of the inbox of the feed; null for every feed of the web. No other user may see such a feed. */
      await db.schema
        .alterTable('feeds')
        .addColumn('inboxUserId', 'text', (c) =>
          kind === 'sqlite' ? c.references('user.id').onDelete('cascade') : c,
        )
        .execute()
      await createTables(db, kind, '0007-lists-and-inboxes')
    },
  },
  /** Timelines are scanned by time and filtered by feed: with the feed in the index, only the listed rows are read. */
  '0015-timeline-index': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await db.schema.dropIndex('entriesPublished').execute()
      await createTables(db, kind, '0015-timeline-index')
    },
  },
  /**
   * Feeds that any user has ever followed privately. The mark is never removed, so that such a feed does not become public
   * when its follower leaves; whether it is followed openly is in subscriptions. Set by a trigger on
   * subscriptions. A table of its own, so that setting it does not wait for a fetch of the feed.
   */
  '0022-private-feeds': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0022-private-feeds')
      await sql`insert into "privateFeeds" select distinct "feedId" from subscriptions where "isPrivate" = 1`.execute(
        db,
      )
    },
  },
  /** Responses to repeated requests are sealed from now on; those that may contain a secret in plain text are deleted. */
  '0023-sealed-answers': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const call of ['appPasswords.create', 'actions.renewWebhookSecret', 'plugins.call'])
        await sql`delete from answered where key like ${`${call} %`}`.execute(db)
    },
  },
  /** Accounts that open when their address is confirmed. Existing ones stay open. */
  '0025-unconfirmed-accounts': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await db.schema
        .alterTable('user')
        .addColumn('mustConfirm', kind === 'postgres' ? 'boolean' : 'integer')
        .execute()
    },
  },
  /** Scopes of an app password, and the feeds that it is limited to. */
  '0032-token-scopes': {
    async up(db: Kysely<unknown>): Promise<void> {
      /** JSON: a list of scopes. Null: all of the protocols of other readers, as before. */
      await db.schema.alterTable('appPasswords').addColumn('scopes', 'text').execute()
      /** JSON: folders by name and feeds by id. Null: all feeds. */
      await db.schema.alterTable('appPasswords').addColumn('limit', 'text').execute()
    },
  },
  /**
   * Labels on entries. `name`: the whole name, `key`: as names are compared, without case. `deletedAt`: the deletion can
   * still be undone. Times are ms since 1970. `ruleActs.labels`: the names that a rule's application added, as JSON.
   */
  '0036-labels': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0036-labels')
      await db.schema.alterTable('ruleActs').addColumn('labels', 'text').execute()
    },
  },
  /** Deliveries of rules by a plugin in place of a webhook. `words`: why the plugin did not save the entry, as JSON. */
  '0041-rule-saves': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['plugin', 'words'])
        await db.schema.alterTable('webhookDeliveries').addColumn(column, 'text').execute()
    },
  },
  /**
   * How long each entry takes to read. It is computed together with the texts of entries, so all of them are queued
   * again; apart from the texts, because it is read for many entries at once.
   */
  '0043-reading-times': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0043-reading-times')
      await sql`insert into "entryTextsPending" select id from entries where true
    on conflict ("entryId") do nothing`.execute(db)
    },
  },
  /** Deliveries of rules by an action of a plugin: its name; null where the plugin saves the entry. */
  '0045-plugin-actions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('webhookDeliveries').addColumn('action', 'text').execute()
    },
  },
  /** Whether a feed is fetched through the outside fetcher, by its user's choice. */
  '0049-outside-fetcher': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('feedRequests')
        .addColumn('usesFetcher', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },
  },
  /**
   * Keys by which entries of several feeds are the same story (contract/story-keys). They are computed together with the texts of
   * entries, so all of them are queued again.
   */
  '0050-story-keys': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await createTables(db, kind, '0050-story-keys')
      await sql`insert into "entryTextsPending" select id from entries where true
    on conflict ("entryId") do nothing`.execute(db)
    },
  },
  /** What the user entered for an action of a plugin, so that a delivery follows its rule as it was when the entry arrived. */
  '0051-plugin-action-operands': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('webhookDeliveries').addColumn('operand', 'text').execute()
    },
  },
  /** Whom a job concerns, and how its last run ended. */
  '0052-job-runs': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await db.schema
        .alterTable('jobs')
        .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('set null'))
        .execute()
      await db.schema.alterTable('jobs').addColumn('ranAt', 'bigint').execute()
      await db.schema.alterTable('jobs').addColumn('ranMs', 'bigint').execute()
      await db.schema.alterTable('jobs').addColumn('failure', 'text').execute()
      await createTables(db, kind, '0052-job-runs')
      // Their keys begin with the user. Other jobs of users are over within hours.
      await sql`
    update jobs set "userId" = (select id from "user" where substr(jobs.key, 1, length("user".id) + 1) = "user".id || ' ')
    where queue = 'plugin-jobs'
  `.execute(db)
    },
  },
  /** What a user did with entries, for the plugins that want to know: each event waits until the plugin has handled it. */
  '0055-plugin-events': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginListeners')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('pluginListenersKey', ['userId', 'event', 'plugin'])
        .execute()
      await db.schema
        .createTable('pluginEvents')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('entryId', 'text', (c) => c.notNull())
        .addColumn('detail', 'text')
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('position', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('pluginEventsByPosition')
        .on('pluginEvents')
        .columns(['userId', 'plugin', 'position'])
        .execute()
      // What a plugin keeps for its user: JSON, or sealed.
      await db.schema
        .createTable('pluginValues')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('sealed', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
        .addPrimaryKeyConstraint('pluginValuesKey', ['userId', 'plugin', 'name'])
        .execute()
    },
  },
  /** How the last delivery of each plugin to its service went: a saved entry, a test, a command. */
  '0056-plugin-outcomes': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginOutcomes')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('words', 'text')
        .addPrimaryKeyConstraint('pluginOutcomesKey', ['userId', 'plugin'])
        .execute()
    },
  },
  /** Second addresses of users, such as those of e-readers: each is confirmed by a code that was sent to it. */
  '0057-mail-addresses': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('mailAddresses')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('address', 'text', (c) => c.notNull())
        // null: confirmed.
        .addColumn('code', 'text')
        .addColumn('codeUntil', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('mailAddressesKey', ['userId', 'address'])
        .execute()
    },
  },
  /** Users' sign-ins to the services of their plugins; tokens and what a sign-in waits for are sealed. */
  '0058-plugin-sign-ins': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginSignIns')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('tokens', 'text')
        .addColumn('account', 'text')
        .addColumn('pending', 'text')
        .addPrimaryKeyConstraint('pluginSignInsKey', ['userId', 'plugin'])
        .execute()
    },
  },
  /**
   * A feed is due when its time has come and no process has it: with the lease in the index, a claim does not read the feeds
   * that others have claimed.
   */
  '0059-due-feeds': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      const later = sql.raw(kind === 'postgres' ? 'greatest' : 'max')
      await db.schema.dropIndex('feedsDue').execute()
      await sql`create index "feedsDue" on feeds (gone, ${later}("nextFetchAt", lease))`.execute(db)
    },
  },
  /** Transcripts and chapters of episodes as they were fetched. `words`: a transcript's text, folded as queries compare it. */
  '0060-episode-files': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('episodeFiles')
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('words', 'text')
        .addColumn('fetchedAt', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('episodeFilesKey', ['entryId', 'kind'])
        .execute()
    },
  },
  /**
   * Tracks of each user's queue, and of those that were removed, so that another device does not add them again. `track`:
   * JSON. `at`: when it was changed, ms since 1970.
   */
  '0061-queued-tracks': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('queuedTracks')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('src', 'text', (c) => c.notNull())
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('track', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('queuedTracksKey', ['userId', 'src'])
        .execute()
      await db.schema.createIndex('queuedTracksByTime').on('queuedTracks').columns(['userId', 'at']).execute()
      await db.schema.createIndex('queuedTracksEntry').on('queuedTracks').column('entryId').execute()
    },
  },
  /** The text of pages whose changes are followed, as of the last entry. `changedAt`: of that entry; null until a change was found. */
  '0062-page-texts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pageTexts')
        .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('changedAt', 'bigint')
        .execute()
    },
  },
  /** When users looked last at the comments of entries. `at`: ms since 1970. */
  '0063-thread-looks': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('threadLooks')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('threadLooksKey', ['userId', 'entryId'])
        .execute()
      // Entries are deleted one by one, and each deletion looks for its rows.
      await db.schema.createIndex('threadLooksByEntry').on('threadLooks').column('entryId').execute()
    },
  },
  /**
   * Entries that a user's imported account file names and their feeds do not have on this server, yet or any more. `entryId`: the
   * copy of a kept one, in an inbox of the user; null where only marks wait. When the entry arrives it gets the marks.
   */
  '0064-awaited-entries': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('awaitedEntries')
        .addColumn('feedUrl', 'text', (c) => c.notNull())
        .addColumn('guid', 'text', (c) => c.notNull())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('readAt', 'bigint')
        .addColumn('seconds', 'double precision')
        .addColumn('positionAt', 'bigint')
        .addColumn('entryId', 'text', (c) => c.references('entries.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('awaitedEntriesKey', ['feedUrl', 'guid', 'userId'])
        .execute()
      await db.schema.createIndex('awaitedEntriesByUser').on('awaitedEntries').column('userId').execute()
      await db.schema.createIndex('awaitedEntriesByEntry').on('awaitedEntries').column('entryId').execute()
    },
  },
  /**
   * Public pages of users: their stars, the entries of a label, or what a query selects. `hash` finds the page of an address; the
   * secret part of the address is sealed. Flags are 0 or 1.
   */
  '0065-publications': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('publications')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('labelId', 'text', (c) => c.references('labels.id').onDelete('cascade'))
        .addColumn('query', 'text')
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('withNotes', 'integer', (c) => c.notNull())
        .addColumn('withInboxes', 'integer', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull().unique())
        .addColumn('token', 'text', (c) => c.notNull())
        .addColumn('createdAt', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('publicationsByUser').on('publications').column('userId').execute()
      await db.schema.createIndex('publicationsByLabel').on('publications').column('labelId').execute()
    },
  },
  /**
   * Catalogues of plugins that a user has added: `key` is the public key of the first one, `payload` the signed text of the latest, `sequence` its
   * number.
   */
  '0066-plugin-catalogues': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginCatalogues')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('sequence', 'bigint', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('fetchedAt', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('pluginCataloguesKey', ['userId', 'address'])
        .execute()
    },
  },
  /** The key of the catalogue from which a plugin was installed, and as JSON the version before it, which the user can have again. */
  '0067-plugin-versions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('installedPlugins').addColumn('catalogue', 'text').execute()
      await db.schema.alterTable('installedPlugins').addColumn('previous', 'text').execute()
    },
  },
  /** Requests to the language model are counted by the server, whichever plugin sends them: the table has a name of the server's. */
  '0072-model-usage': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('aiUsage').renameTo('modelUsage').execute()
    },
  },
}
