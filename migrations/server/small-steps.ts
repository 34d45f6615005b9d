import { sql, type Kysely } from 'kysely'

/** Steps of a few lines: each adds a table, a column or an index. */
export const smallSteps = {
  /** Jobs that survive restarts, responses stored for repeated requests, and data of plugins by user. */
  '0004-work': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('jobs')
        .addColumn('queue', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('runAt', 'bigint', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('lease', 'bigint', (c) => c.notNull().defaultTo(0))
        .addPrimaryKeyConstraint('jobsKey', ['queue', 'key'])
        .execute()
      await db.schema.createIndex('jobsDue').on('jobs').columns(['queue', 'runAt']).execute()
      await db.schema
        .createTable('answered')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('status', 'integer', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('answeredKey', ['userId', 'key'])
        .execute()
      await db.schema
        .createTable('pluginSettings')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('secrets', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('pluginSettingsKey', ['userId', 'plugin'])
        .execute()
    },
  },
  /** Limits that sites have requested, and pushes of new entries (WebSub). Times are ms since 1970. */
  '0005-manners': {
    async up(db: Kysely<unknown>): Promise<void> {
      /** When the feed must not be requested: `{hours, days}` as JSON. */
      await db.schema.alterTable('feeds').addColumn('quietTimes', 'text').execute()
      /** Retry-After: until then not even a user's request is sent. */
      await db.schema.alterTable('feeds').addColumn('waitUntil', 'bigint').execute()
      await db.schema
        .createTable('sites')
        .addColumn('site', 'text', (c) => c.primaryKey())
        .addColumn('waitUntil', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('hubs')
        .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
        .addColumn('hub', 'text', (c) => c.notNull())
        .addColumn('topic', 'text', (c) => c.notNull())
        /** The last part of our callback address, a secret. */
        .addColumn('token', 'text', (c) => c.notNull().unique())
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        /** Until when the hub notifies us; null before it has agreed. */
        .addColumn('leaseUntil', 'bigint')
        .addColumn('pushedAt', 'bigint')
        /** Time of the next request to the hub, to subscribe or renew. */
        .addColumn('askAt', 'bigint', (c) => c.notNull())
        .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('message', 'text')
        .execute()
      await db.schema.createIndex('hubsAsk').on('hubs').column('askAt').execute()
    },
  },
  /** Passwords for other readers. */
  '0010-app-passwords': {
    async up(db: Kysely<unknown>): Promise<void> {
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
    },
  },
  /** The small numbers of a user's feeds and folders in the Fever protocol. */
  '0011-sync-numbers': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('syncNumbers')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        /** feed or folder; `name` is the feed's id or the folder's name. */
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('number', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('syncNumbersKey', ['userId', 'kind', 'name'])
        .addUniqueConstraint('syncNumbersNumber', ['userId', 'kind', 'number'])
        .execute()
    },
  },
  /** Timelines are scanned by time and filtered by feed: with the feed in the index, only the listed rows are read. */
  '0015-timeline-index': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.dropIndex('entriesPublished').execute()
      await db.schema
        .createIndex('entriesPublished')
        .on('entries')
        .columns(['publishedAt desc', 'id desc', 'feedId'])
        .execute()
    },
  },
  /**
   * The icons of feeds for readers that need the picture itself. Without bytes: none was found
   * at `source`.
   */
  '0016-feed-icons': {
    async up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
      await db.schema
        .createTable('feedIcons')
        .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('type', 'text')
        .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob')
        .addColumn('checkedAt', 'bigint', (c) => c.notNull())
        .execute()
    },
  },
  /**
   * How much of a limit on failed attempts (passwords, codes, secrets) is used up. Every process on a PostgreSQL shares
   * them. `fullUntil` is the theoretical arrival time of the generic cell rate algorithm (ITU-T I.371), ms since 1970: one
   * number is a whole bucket, and a row whose time has passed equals a missing one.
   */
  '0021-failed-attempts': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('failedAttempts')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('fullUntil', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('failedAttemptsFullUntil')
        .on('failedAttempts')
        .column('fullUntil')
        .execute()
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
  /** How far each user has played an entry's audio or video, seconds. `at`: when that was, ms since 1970. */
  '0028-positions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('positions')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('seconds', 'double precision', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('positionsKey', ['userId', 'entryId'])
        .execute()
      await db.schema.createIndex('positionsByTime').on('positions').columns(['userId', 'at']).execute()
      await db.schema.createIndex('positionsEntry').on('positions').column('entryId').execute()
    },
  },
  /**
   * Locks that processes share: the number of each in its ids, the request slots of a site. A row whose time has passed is
   * free, as a missing one. `owner` says which process has it, `token` which acquisition. `renewedAt` and `expiresAt` are ms since
   * 1970 by the database's clock.
   */
  '0029-leases': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('leases')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('token', 'text', (c) => c.notNull())
        .addColumn('renewedAt', 'bigint', (c) => c.notNull())
        .addColumn('expiresAt', 'bigint', (c) => c.notNull())
        .execute()
    },
  },
  /** Which entries a user has saved, by which plugin. `at`: when last, ms since 1970. `url`: opens what was saved. */
  '0030-saves': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('saves')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('url', 'text')
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('savesKey', ['userId', 'entryId', 'plugin'])
        .execute()
      await db.schema.createIndex('savesEntry').on('saves').column('entryId').execute()
    },
  },
  /**
   * Plugins from elsewhere that a user has installed. `bundle` is the text whose SHA-256 is `hash`; `granted` the permissions, as
   * JSON. `address`: where it came from; null for a file.
   */
  '0031-installed-plugins': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('installedPlugins')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('hash', 'text', (c) => c.notNull())
        .addColumn('bundle', 'text', (c) => c.notNull())
        .addColumn('granted', 'text', (c) => c.notNull())
        .addColumn('installedAt', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('installedPluginsKey', ['userId', 'plugin'])
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
  /** Codes that programs exchange for an app password after a user has authorised them (OAuth). */
  '0033-authorization-codes': {
    async up(db: Kysely<unknown>): Promise<void> {
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
      await db.schema
        .createIndex('authorizationCodesUser')
        .on('authorizationCodes')
        .column('userId')
        .execute()
    },
  },
  /** What app passwords with scopes were used for. The name of a deleted one stays. */
  '0034-token-uses': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('tokenUses')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('tokenId', 'text', (c) => c.notNull())
        .addColumn('tokenName', 'text', (c) => c.notNull())
        .addColumn('entrance', 'text', (c) => c.notNull())
        .addColumn('call', 'text', (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addColumn('undo', 'text')
        .addColumn('undoneAt', 'bigint')
        .addColumn('at', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('tokenUsesByTime').on('tokenUses').columns(['userId', 'at']).execute()
    },
  },
  /**
   * How the server requests a feed for one user. The feed belongs to that user alone; `address` is what is requested, as
   * the address of the feed itself has to be unique. Password and cookie are sealed.
   */
  '0035-feed-requests': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('feedRequests')
        .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('userAgent', 'text')
        .addColumn('proxy', 'text')
        .addColumn('username', 'text')
        .addColumn('password', 'text')
        .addColumn('cookie', 'text')
        .addColumn('allowsInsecure', 'integer', (c) => c.notNull())
        .addColumn('ignoresEdits', 'integer', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('feedRequestsByAddress')
        .on('feedRequests')
        .columns(['userId', 'address'])
        .execute()
    },
  },
  /**
   * Labels on entries. `name`: the whole name, `key`: as names are compared, without case. `deletedAt`: the deletion can
   * still be undone. Times are ms since 1970. `ruleActs.labels`: the names that a rule's application added, as JSON.
   */
  '0036-labels': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('labels')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('color', 'text')
        .addColumn('createdAt', 'bigint', (c) => c.notNull())
        .addColumn('deletedAt', 'bigint')
        .addUniqueConstraint('labelsKey', ['userId', 'key'])
        .execute()
      await db.schema
        .createTable('entryLabels')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('labelId', 'text', (c) => c.notNull().references('labels.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('createdAt', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('entryLabelsKey', ['labelId', 'entryId'])
        .execute()
      await db.schema
        .createIndex('entryLabelsByEntry')
        .on('entryLabels')
        .columns(['entryId', 'userId'])
        .execute()
      await db.schema.createIndex('entryLabelsByUser').on('entryLabels').column('userId').execute()
      await db.schema.alterTable('ruleActs').addColumn('labels', 'text').execute()
    },
  },
  /** How the last run of each job of a user's plugins ended. `words`: why it failed, as JSON; null where it did not. */
  '0037-plugin-jobs': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginJobs')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('words', 'text')
        .addPrimaryKeyConstraint('pluginJobsKey', ['userId', 'plugin', 'name'])
        .execute()
    },
  },
  /** Results of the nightly backups: one row a day (UTC). A restore of each is rehearsed. */
  '0038-backups': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('backups')
        .addColumn('day', 'text', (c) => c.primaryKey())
        .addColumn('finishedAt', 'bigint', (c) => c.notNull())
        .addColumn('file', 'text', (c) => c.notNull())
        .addColumn('bytes', 'bigint')
        .addColumn('rows', 'bigint')
        .addColumn('message', 'text')
        .execute()
    },
  },
  /**
   * Which entries are deleted. `scope`: a feed, or `all` for those without a rule of their own. The guids of deleted entries
   * stay, so that a document that still has them does not bring them back. `retentionRuns`: what each run deleted.
   */
  '0039-retention': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('retentionRules')
        .addColumn('scope', 'text', (c) => c.primaryKey())
        .addColumn('maxAgeDays', 'integer')
        .addColumn('maxEntries', 'integer')
        .execute()
      await db.schema
        .createTable('retentionRuns')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('entries', 'integer', (c) => c.notNull())
        .addColumn('feeds', 'integer', (c) => c.notNull())
        .addColumn('rules', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('removedEntries')
        .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
        .addColumn('guid', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('removedEntriesKey', ['feedId', 'guid'])
        .execute()
    },
  },
  /**
   * Highlights in entries, and notes. `exact` is null for a note on the entry itself; `startOffset`, `endOffset`: where the text
   * was. `noteText`, `searchText`: the note, and quotation, note and title, as queries compare texts. `deletedAt`: the deletion
   * can still be undone. Times are ms since 1970. Ids are made by devices, so they are a user's own.
   */
  '0040-highlights': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('highlights')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addColumn('exact', 'text')
        .addColumn('prefix', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('suffix', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('startOffset', 'integer')
        .addColumn('endOffset', 'integer')
        .addColumn('color', 'text', (c) => c.notNull())
        .addColumn('note', 'text')
        .addColumn('noteText', 'text')
        .addColumn('searchText', 'text', (c) => c.notNull())
        .addColumn('createdAt', 'bigint', (c) => c.notNull())
        .addColumn('updatedAt', 'bigint', (c) => c.notNull())
        .addColumn('deletedAt', 'bigint')
        .addPrimaryKeyConstraint('highlightsKey', ['userId', 'id'])
        .execute()
      await db.schema
        .createIndex('highlightsByEntry')
        .on('highlights')
        .columns(['entryId', 'userId'])
        .execute()
      await db.schema
        .createIndex('highlightsByTime')
        .on('highlights')
        .columns(['userId', 'createdAt', 'id'])
        .execute()
    },
  },
  /** Deliveries of rules by a plugin in place of a webhook. `words`: why the plugin did not save the entry, as JSON. */
  '0041-rule-saves': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['plugin', 'words'])
        await db.schema.alterTable('webhookDeliveries').addColumn(column, 'text').execute()
    },
  },
  /** Conditions of a user's plugins whose last evaluation failed. `words`: why, as JSON. */
  '0042-rule-problems': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('ruleProblems')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('words', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('ruleProblemsKey', ['userId', 'plugin', 'name'])
        .execute()
    },
  },
  /** Entries that were marked read because of their age. Once each: one that is unread again stays unread. */
  '0044-aged-entries': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('agedEntries')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('agedEntriesKey', ['userId', 'entryId'])
        .execute()
      await db.schema.createIndex('agedEntriesByEntry').on('agedEntries').column('entryId').execute()
    },
  },
  /** Deliveries of rules by an action of a plugin: its name; null where the plugin saves the entry. */
  '0045-plugin-actions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('webhookDeliveries').addColumn('action', 'text').execute()
    },
  },
  /** What server halves of a user's plugins did by themselves, in jobs and by rules: requests to each host, and crashes. */
  '0046-plugin-halves': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pluginContacts')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('pluginContactsKey', ['userId', 'plugin', 'host'])
        .execute()
      await db.schema
        .createTable('pluginCrashes')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('pluginCrashesKey', ['userId', 'plugin', 'at'])
        .execute()
    },
  },
  /** Rules of administrators for the entries of one of their folders, or those that a query of theirs selects. */
  '0047-own-retention': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('ownRetentionRules')
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('maxAgeDays', 'integer')
        .addColumn('maxEntries', 'integer')
        .addPrimaryKeyConstraint('ownRetentionRulesKey', ['userId', 'kind', 'name'])
        .execute()
    },
  },
  /** Which entries were deleted and when, so that browsers drop theirs. */
  '0048-entry-deletions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('entryDeletions')
        .addColumn('entryId', 'text', (c) => c.primaryKey())
        .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
        .addColumn('deletedAt', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('entryDeletionsByTime')
        .on('entryDeletions')
        .columns(['deletedAt', 'entryId'])
        .execute()
      await db.schema.createIndex('entryDeletionsByFeed').on('entryDeletions').column('feedId').execute()
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
  /** What the user entered for an action of a plugin, so that a delivery follows its rule as it was when the entry arrived. */
  '0051-plugin-action-operands': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('webhookDeliveries').addColumn('operand', 'text').execute()
    },
  },
  /** Whom a job concerns, and how its last run ended. */
  '0052-job-runs': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('jobs')
        .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('set null'))
        .execute()
      await db.schema.alterTable('jobs').addColumn('ranAt', 'bigint').execute()
      await db.schema.alterTable('jobs').addColumn('ranMs', 'bigint').execute()
      await db.schema.alterTable('jobs').addColumn('failure', 'text').execute()
      await db.schema.createIndex('jobsUser').on('jobs').column('userId').execute()
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
}
