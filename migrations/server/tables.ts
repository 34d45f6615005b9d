import { sql, type Kysely } from 'kysely'

type Kind = 'sqlite' | 'postgres'
/** `first`: as its step creates it, where later steps have changed it; `now`: as a new database gets it. */
type Statement = string | { readonly first?: string; readonly now: string }

const TYPES = {
  sqlite: { date: 'text', boolean: 'integer', bytes: 'blob' },
  postgres: { date: 'timestamp with time zone', boolean: 'boolean', bytes: 'bytea' },
}

/** References that a later step added. PostgreSQL follows them in the order in which they were added; on SQLite they stand in the column. */
const INBOX_USER = `alter table feeds add foreign key ("inboxUserId") references "user" ("id") on delete cascade`
const JOB_USER = `alter table jobs add foreign key ("userId") references "user" ("id") on delete set null`

/** What the steps of the baseline add and no later one replaces, by step; `baseline` has the rest of each engine. Frozen, as the steps are. */
const tables = (kind: Kind) => {
  const { date, boolean, bytes } = TYPES[kind]
  const added = (reference: string) => (kind === 'sqlite' ? reference : '')
  return {
    /**
     * The tables of better-auth 1.7 (user, session, account, verification, rateLimit), with our own fields on user.
     * Times are text on SQLite and timestamps on PostgreSQL, as the library writes them.
     */
    '0001-accounts': [
      {
        first: `CREATE TABLE "user" ("id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" ${boolean} not null, "image" text, "createdAt" ${date} not null, "updatedAt" ${date} not null, "handle" text unique, "bio" text, "website" text, "socialLinks" text, "role" text default 'user' not null, "admin" ${boolean} not null, "deleted" ${boolean})`,
        now: `CREATE TABLE "user" ("id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" ${boolean} not null, "image" text, "createdAt" ${date} not null, "updatedAt" ${date} not null, "handle" text unique, "bio" text, "website" text, "socialLinks" text, "role" text default 'user' not null, "admin" ${boolean} not null, "deleted" ${boolean}, "twoFactorEnabled" ${boolean}, "mustConfirm" ${boolean})`,
      },
      `CREATE TABLE "session" ("id" text primary key, "expiresAt" ${date} not null, "token" text not null unique, "createdAt" ${date} not null, "updatedAt" ${date} not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade)`,
      `CREATE INDEX "sessionUser" on "session" ("userId")`,
      `CREATE TABLE "account" ("id" text primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${date}, "refreshTokenExpiresAt" ${date}, "scope" text, "password" text, "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
      `CREATE INDEX "accountUser" on "account" ("userId")`,
      `CREATE TABLE "verification" ("id" text primary key, "identifier" text not null, "value" text not null, "expiresAt" ${date} not null, "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
      `CREATE INDEX "verificationIdentifier" on "verification" ("identifier")`,
      `CREATE TABLE "rateLimit" ("id" text primary key, "key" text not null unique, "count" integer not null, "lastRequest" bigint not null)`,
    ],
    '0002-feeds': [
      {
        first: `CREATE TABLE "feeds" ("id" text primary key, "url" text not null unique, "title" text, "description" text, "image" text, "siteUrl" text, "language" text, "ownerUserId" text, "createdAt" bigint not null, "updatedAt" bigint not null, "checkedAt" bigint, "etag" text, "lastModified" text, "bodyHash" text, "ttlMinutes" integer, "errorMessage" text, "errorAt" bigint, "failures" integer default 0 not null, "gone" integer default 0 not null, "migrateTo" text, "nextFetchAt" bigint not null, "lease" bigint default 0 not null)`,
        now: `CREATE TABLE "feeds" ("id" text primary key, "url" text not null unique, "title" text, "description" text, "image" text, "siteUrl" text, "language" text, "ownerUserId" text, "createdAt" bigint not null, "updatedAt" bigint not null, "checkedAt" bigint, "etag" text, "lastModified" text, "bodyHash" text, "ttlMinutes" integer, "errorMessage" text, "errorAt" bigint, "failures" integer default 0 not null, "gone" integer default 0 not null, "migrateTo" text, "nextFetchAt" bigint not null, "lease" bigint default 0 not null, "quietTimes" text, "waitUntil" bigint, "inboxUserId" text${added(' references "user" ("id") on delete cascade')}, "quietFetches" text)`,
      },
      `CREATE INDEX "feedsDue" on "feeds" ("gone", "nextFetchAt")`,
      `CREATE TABLE "feedAliases" ("url" text primary key, "feedId" text not null references "feeds" ("id") on delete cascade)`,
      `CREATE TABLE "feedFetches" ("feedId" text not null references "feeds" ("id") on delete cascade, "at" bigint not null, "status" integer, "outcome" text not null, "message" text, "newEntries" integer not null, "bytes" integer not null, "milliseconds" integer not null)`,
      `CREATE INDEX "feedFetchesByFeed" on "feedFetches" ("feedId", "at")`,
      `CREATE TABLE "entries" ("id" text primary key, "feedId" text not null references "feeds" ("id") on delete cascade, "guid" text not null, "title" text, "url" text, "description" text, "author" text, "authorUrl" text, "authorAvatar" text, "language" text, "categories" text, "media" text, "attachments" text, "extra" text, "hash" text not null, "publishedAt" bigint not null, "insertedAt" bigint not null, "updatedAt" bigint not null, constraint "entriesFeedGuid" unique ("feedId", "guid"))`,
      `CREATE INDEX "entriesFeedPublished" on "entries" ("feedId", "publishedAt" desc, "id" desc)`,
      `CREATE INDEX "entriesInserted" on "entries" ("insertedAt")`,
      `CREATE TABLE "entryContents" ("entryId" text primary key references "entries" ("id") on delete cascade, "content" text not null)`,
      `CREATE TABLE "entryReadability" ("entryId" text primary key references "entries" ("id") on delete cascade, "content" text, "updatedAt" bigint not null)`,
    ],
    '0003-reading': [
      `CREATE TABLE "subscriptions" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "feedId" text not null references "feeds" ("id") on delete cascade, "view" integer not null, "category" text, "title" text, "isPrivate" integer default 0 not null, "hideFromTimeline" integer default 0 not null, "createdAt" bigint not null, constraint "subscriptionsUserFeed" unique ("userId", "feedId"))`,
      `CREATE INDEX "subscriptionsFeed" on "subscriptions" ("feedId")`,
      `CREATE TABLE "collections" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "view" integer not null, "createdAt" bigint not null, constraint "collectionsKey" primary key ("userId", "entryId"))`,
      `CREATE TABLE "settings" ("userId" text not null references "user" ("id") on delete cascade, "tab" text not null, "payload" text not null, "updatedAt" bigint not null, constraint "settingsKey" primary key ("userId", "tab"))`,
      `CREATE TABLE "imports" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "createdAt" bigint not null, "running" integer not null)`,
      `CREATE INDEX "importsUser" on "imports" ("userId", "createdAt")`,
      `CREATE TABLE "importLines" ("importId" text not null references "imports" ("id") on delete cascade, "line" integer not null, "url" text not null, "title" text, "outcome" text, "feedId" text, "reason" text, constraint "importLinesKey" primary key ("importId", "line"))`,
    ],
    /** Jobs that survive restarts, responses stored for repeated requests, and data of plugins by user. */
    '0004-work': [
      {
        first: `CREATE TABLE "jobs" ("queue" text not null, "key" text not null, "payload" text not null, "runAt" bigint not null, "attempts" integer default 0 not null, "lease" bigint default 0 not null, constraint "jobsKey" primary key ("queue", "key"))`,
        now: `CREATE TABLE "jobs" ("queue" text not null, "key" text not null, "payload" text not null, "runAt" bigint not null, "attempts" integer default 0 not null, "lease" bigint default 0 not null, "userId" text${added(' references "user" ("id") on delete set null')}, "ranAt" bigint, "ranMs" bigint, "failure" text, constraint "jobsKey" primary key ("queue", "key"))`,
      },
      `CREATE INDEX "jobsDue" on "jobs" ("queue", "runAt")`,
      `CREATE TABLE "answered" ("userId" text not null references "user" ("id") on delete cascade, "key" text not null, "status" integer not null, "body" text not null, "at" bigint not null, constraint "answeredKey" primary key ("userId", "key"))`,
      `CREATE TABLE "pluginSettings" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "payload" text not null, "secrets" text not null, constraint "pluginSettingsKey" primary key ("userId", "plugin"))`,
    ],
    '0005-manners': [
      `CREATE TABLE "sites" ("site" text primary key, "waitUntil" bigint not null)`,
      `CREATE TABLE "hubs" ("feedId" text primary key references "feeds" ("id") on delete cascade, "hub" text not null, "topic" text not null, "token" text not null unique, "secret" text not null, "state" text not null, "leaseUntil" bigint, "pushedAt" bigint, "askAt" bigint not null, "failures" integer default 0 not null, "message" text)`,
      `CREATE INDEX "hubsAsk" on "hubs" ("askAt")`,
    ],
    '0006-people': [
      `CREATE TABLE "twoFactor" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "secret" text not null, "backupCodes" text not null, "verified" ${boolean}, "failedVerificationCount" integer, "lockedUntil" ${date})`,
      `CREATE INDEX "twoFactorUser" on "twoFactor" ("userId")`,
      `CREATE TABLE "usedCodes" ("userId" text not null references "user" ("id") on delete cascade, "counter" bigint not null, constraint "usedCodesKey" primary key ("userId", "counter"))`,
      `CREATE TABLE "passkey" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "name" text, "publicKey" text not null, "credentialID" text not null, "counter" integer not null, "deviceType" text not null, "backedUp" ${boolean} not null, "transports" text, "createdAt" ${date}, "aaguid" text)`,
      `CREATE INDEX "passkeyUser" on "passkey" ("userId")`,
      `CREATE INDEX "passkeyCredential" on "passkey" ("credentialID")`,
      `CREATE TABLE "avatars" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "type" text not null, "bytes" ${bytes} not null, "createdAt" bigint not null)`,
      `CREATE INDEX "avatarsUser" on "avatars" ("userId")`,
      `CREATE TABLE "devices" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "channel" text not null, "token" text not null, "createdAt" bigint not null, constraint "devicesToken" unique ("token"))`,
      `CREATE INDEX "devicesUser" on "devices" ("userId", "channel")`,
      `CREATE TABLE "serverKeys" ("name" text primary key, "value" text not null)`,
      `CREATE TABLE "notices" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "at" bigint not null, "payload" text not null)`,
      `CREATE INDEX "noticesAt" on "notices" ("at")`,
      `CREATE TABLE "usageConsents" ("userId" text not null references "user" ("id") on delete cascade, "at" bigint not null, constraint "usageConsentsKey" primary key ("userId"))`,
      `CREATE TABLE "usageEvents" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "at" bigint not null, "name" text not null, "params" text not null)`,
      `CREATE INDEX "usageEventsUser" on "usageEvents" ("userId", "at")`,
      `CREATE INDEX "usageEventsAt" on "usageEvents" ("at")`,
    ],
    '0007-lists-and-inboxes': [
      `CREATE TABLE "lists" ("id" text primary key, "ownerUserId" text not null references "user" ("id") on delete cascade, "title" text not null, "description" text, "image" text, "view" integer not null, "fee" integer default 0 not null, "createdAt" bigint not null, "updatedAt" bigint not null)`,
      `CREATE INDEX "listsOwner" on "lists" ("ownerUserId")`,
      `CREATE TABLE "listFeeds" ("listId" text not null references "lists" ("id") on delete cascade, "feedId" text not null references "feeds" ("id") on delete cascade, "addedAt" bigint not null, constraint "listFeedsKey" primary key ("listId", "feedId"))`,
      `CREATE INDEX "listFeedsFeed" on "listFeeds" ("feedId")`,
      `CREATE TABLE "listSubscriptions" ("userId" text not null references "user" ("id") on delete cascade, "listId" text not null references "lists" ("id") on delete cascade, "view" integer not null, "category" text, "title" text, "isPrivate" integer default 0 not null, "hideFromTimeline" integer default 0 not null, "createdAt" bigint not null, constraint "listSubscriptionsKey" primary key ("userId", "listId"))`,
      `CREATE INDEX "listSubscriptionsList" on "listSubscriptions" ("listId")`,
      `CREATE TABLE "listPurchases" ("userId" text not null references "user" ("id") on delete cascade, "listId" text not null references "lists" ("id") on delete cascade, "fee" integer not null, "at" bigint not null, constraint "listPurchasesKey" primary key ("userId", "listId"))`,
      `CREATE INDEX "listPurchasesList" on "listPurchases" ("listId")`,
      ...(kind === 'postgres' ? [INBOX_USER] : []),
      `CREATE TABLE "inboxes" ("name" text primary key, "handle" text not null, "userId" text not null references "user" ("id") on delete cascade, "feedId" text not null unique references "feeds" ("id") on delete cascade, "secret" text not null, "title" text, "createdAt" bigint not null)`,
      `CREATE INDEX "inboxesUser" on "inboxes" ("userId")`,
    ],
    /** The rules of a user, what they did to entries, runs over stored entries, and deliveries to webhooks. */
    '0008-actions': [
      `CREATE TABLE "actions" ("userId" text not null references "user" ("id") on delete cascade, "rules" text not null, "watchesStatus" integer not null, "secret" text not null, "createdAt" bigint not null, "updatedAt" bigint not null, constraint "actionsKey" primary key ("userId"))`,
      `CREATE TABLE "entryActions" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "result" text not null, "blocked" integer not null, constraint "entryActionsKey" primary key ("userId", "entryId"))`,
      `CREATE INDEX "entryActionsEntry" on "entryActions" ("entryId")`,
      {
        first: `CREATE TABLE "ruleActs" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "rule" text not null, "name" text not null, "position" integer not null, "cause" text not null, "result" text not null, "starred" integer not null, "marked" integer not null, "run" text, "at" bigint not null, constraint "ruleActsKey" primary key ("userId", "entryId", "rule"))`,
        now: `CREATE TABLE "ruleActs" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "rule" text not null, "name" text not null, "position" integer not null, "cause" text not null, "result" text not null, "starred" integer not null, "marked" integer not null, "run" text, "at" bigint not null, "labels" text, constraint "ruleActsKey" primary key ("userId", "entryId", "rule"))`,
      },
      `CREATE INDEX "ruleActsEntry" on "ruleActs" ("entryId")`,
      `CREATE INDEX "ruleActsRun" on "ruleActs" ("userId", "run")`,
      `CREATE TABLE "actionRuns" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "rules" text not null, "reached" text not null, "examined" integer not null, "touched" integer not null, "state" text not null, "createdAt" bigint not null)`,
      `CREATE INDEX "actionRunsUser" on "actionRuns" ("userId", "createdAt")`,
      {
        first: `CREATE TABLE "webhookDeliveries" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "entryId" text not null references "entries" ("id") on delete cascade, "url" text not null, "state" text not null, "attempts" integer not null, "status" integer, "message" text, "createdAt" bigint not null, "updatedAt" bigint not null)`,
        now: `CREATE TABLE "webhookDeliveries" ("userId" text not null references "user" ("id") on delete cascade, "id" text primary key, "entryId" text not null references "entries" ("id") on delete cascade, "url" text not null, "state" text not null, "attempts" integer not null, "status" integer, "message" text, "createdAt" bigint not null, "updatedAt" bigint not null, "plugin" text, "words" text, "action" text, "operand" text)`,
      },
      `CREATE INDEX "webhookDeliveriesUser" on "webhookDeliveries" ("userId", "createdAt")`,
      `CREATE INDEX "webhookDeliveriesEntry" on "webhookDeliveries" ("entryId")`,
    ],
    /** The number of requests to language models per user. Plugins make the other tables that it made. */
    '0009-models-and-rsshub': [
      `CREATE TABLE "aiUsage" ("userId" text not null references "user" ("id") on delete cascade, "day" text not null, "asked" integer not null, constraint "aiUsageKey" primary key ("userId", "day"))`,
    ],
    /** Passwords for other readers. */
    '0010-app-passwords': [
      {
        first: `CREATE TABLE "appPasswords" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "name" text not null, "username" text not null, "hash" text not null unique, "feverHash" text not null unique, "createdAt" bigint not null, "usedAt" bigint)`,
        now: `CREATE TABLE "appPasswords" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "name" text not null, "username" text not null, "hash" text not null unique, "feverHash" text not null unique, "createdAt" bigint not null, "usedAt" bigint, "scopes" text, "limit" text)`,
      },
      `CREATE INDEX "appPasswordsUser" on "appPasswords" ("userId")`,
    ],
    /** The small numbers of a user's feeds and folders in the Fever protocol. */
    '0011-sync-numbers': [
      `CREATE TABLE "syncNumbers" ("userId" text not null references "user" ("id") on delete cascade, "kind" text not null, "name" text not null, "number" integer not null, constraint "syncNumbersKey" primary key ("userId", "kind", "name"), constraint "syncNumbersNumber" unique ("userId", "kind", "number"))`,
    ],
    /** Made tables that a plugin makes now. */
    '0012-power': [],
    /** Invitations. Times are ms since 1970. The other tables that it made are a plugin's now. */
    '0013-standing': [
      `CREATE TABLE "invitations" ("code" text primary key, "fromUserId" text not null references "user" ("id") on delete cascade, "createdAt" bigint not null, "usedAt" bigint, "toUserId" text, "hash" text unique)`,
      `CREATE INDEX "invitationsFrom" on "invitations" ("fromUserId", "createdAt")`,
      `CREATE INDEX "invitationsTo" on "invitations" ("toUserId")`,
    ],
    '0014-counts': [
      `CREATE TABLE "feedCounts" ("feedId" text primary key, "entries" integer not null)`,
      `CREATE TABLE "readCounts" ("userId" text not null, "feedId" text not null, "entries" integer not null, constraint "readCountsKey" primary key ("userId", "feedId"))`,
      `CREATE INDEX "readCountsFeed" on "readCounts" ("feedId")`,
      `CREATE INDEX "entryActionsBlocked" on "entryActions" ("userId", "entryId") where blocked = 1`,
    ],
    '0015-timeline-index': [
      `CREATE INDEX "entriesPublished" on "entries" ("publishedAt" desc, "id" desc, "feedId")`,
    ],
    /**
     * The icons of feeds for readers that need the picture itself. Without bytes: none was found
     * at `source`.
     */
    '0016-feed-icons': [
      `CREATE TABLE "feedIcons" ("feedId" text primary key references "feeds" ("id") on delete cascade, "source" text not null, "type" text, "bytes" ${bytes}, "checkedAt" bigint not null)`,
    ],
    /**
     * How much of a limit on failed attempts (passwords, codes, secrets) is used up. Every process on a PostgreSQL shares
     * them. `fullUntil` is the theoretical arrival time of the generic cell rate algorithm (ITU-T I.371), ms since 1970: one
     * number is a whole bucket, and a row whose time has passed equals a missing one.
     */
    '0021-failed-attempts': [
      `CREATE TABLE "failedAttempts" ("key" text primary key, "fullUntil" bigint not null)`,
      `CREATE INDEX "failedAttemptsFullUntil" on "failedAttempts" ("fullUntil")`,
    ],
    '0022-private-feeds': [
      `CREATE TABLE "privateFeeds" ("feedId" text primary key references "feeds" ("id") on delete cascade)`,
      ...(kind === 'sqlite'
        ? [
            `CREATE TRIGGER "privateFollowed" after insert on subscriptions when new."isPrivate" = 1 begin insert into "privateFeeds" ("feedId") values (new."feedId") on conflict ("feedId") do nothing; end`,
            `CREATE TRIGGER "privateChanged" after update of "isPrivate", "feedId" on subscriptions when new."isPrivate" = 1
    begin insert into "privateFeeds" ("feedId") values (new."feedId") on conflict ("feedId") do nothing; end`,
          ]
        : [
            // Whole statements at once, in the order of the feeds, so that two of them never deadlock.
            `create function "markPrivateFeeds"() returns trigger language plpgsql as $$ begin
    insert into "privateFeeds" select distinct a."feedId" from added a where a."isPrivate" = 1 order by a."feedId"
      on conflict ("feedId") do nothing;
    return null;
  end $$`,
            `create trigger "privateFollowed" after insert on subscriptions referencing new table as added
    for each statement execute function "markPrivateFeeds"()`,
            `create trigger "privateChanged" after update on subscriptions referencing new table as added
    for each statement execute function "markPrivateFeeds"()`,
          ]),
    ],
    '0026-entry-texts': [`CREATE TABLE "entryTextsPending" ("entryId" text primary key)`],
    /** How far each user has played an entry's audio or video, seconds. `at`: when that was, ms since 1970. */
    '0028-positions': [
      `CREATE TABLE "positions" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "seconds" double precision not null, "at" bigint not null, constraint "positionsKey" primary key ("userId", "entryId"))`,
      `CREATE INDEX "positionsByTime" on "positions" ("userId", "at")`,
      `CREATE INDEX "positionsEntry" on "positions" ("entryId")`,
    ],
    /**
     * Locks that processes share: the number of each in its ids, the request slots of a site. A row whose time has passed is
     * free, as a missing one. `owner` says which process has it, `token` which acquisition. `renewedAt` and `expiresAt` are ms since
     * 1970 by the database's clock.
     */
    '0029-leases': [
      `CREATE TABLE "leases" ("name" text primary key, "owner" text not null, "token" text not null, "renewedAt" bigint not null, "expiresAt" bigint not null)`,
    ],
    /** Which entries a user has saved, by which plugin. `at`: when last, ms since 1970. `url`: opens what was saved. */
    '0030-saves': [
      `CREATE TABLE "saves" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "plugin" text not null, "url" text, "at" bigint not null, constraint "savesKey" primary key ("userId", "entryId", "plugin"))`,
      `CREATE INDEX "savesEntry" on "saves" ("entryId")`,
    ],
    /**
     * Plugins from elsewhere that a user has installed. `bundle` is the text whose SHA-256 is `hash`; `granted` the permissions, as
     * JSON. `address`: where it came from; null for a file.
     */
    '0031-installed-plugins': [
      `CREATE TABLE "installedPlugins" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "address" text, "hash" text not null, "bundle" text not null, "granted" text not null, "installedAt" bigint not null, constraint "installedPluginsKey" primary key ("userId", "plugin"))`,
    ],
    /** Codes that programs exchange for an app password after a user has authorised them (OAuth). */
    '0033-authorization-codes': [
      `CREATE TABLE "authorizationCodes" ("hash" text primary key, "userId" text not null references "user" ("id") on delete cascade, "name" text not null, "clientId" text not null, "redirectUri" text not null, "challenge" text not null, "scopes" text not null, "limit" text, "expiresAt" bigint not null)`,
      `CREATE INDEX "authorizationCodesUser" on "authorizationCodes" ("userId")`,
    ],
    /** What app passwords with scopes were used for. The name of a deleted one stays. */
    '0034-token-uses': [
      `CREATE TABLE "tokenUses" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "tokenId" text not null, "tokenName" text not null, "entrance" text not null, "call" text not null, "count" integer not null, "undo" text, "undoneAt" bigint, "at" bigint not null)`,
      `CREATE INDEX "tokenUsesByTime" on "tokenUses" ("userId", "at")`,
    ],
    /**
     * How the server requests a feed for one user. The feed belongs to that user alone; `address` is what is requested, as
     * the address of the feed itself has to be unique. Password and cookie are sealed.
     */
    '0035-feed-requests': [
      {
        first: `CREATE TABLE "feedRequests" ("feedId" text primary key references "feeds" ("id") on delete cascade, "userId" text not null references "user" ("id") on delete cascade, "address" text not null, "userAgent" text, "proxy" text, "username" text, "password" text, "cookie" text, "allowsInsecure" integer not null, "ignoresEdits" integer not null)`,
        now: `CREATE TABLE "feedRequests" ("feedId" text primary key references "feeds" ("id") on delete cascade, "userId" text not null references "user" ("id") on delete cascade, "address" text not null, "userAgent" text, "proxy" text, "username" text, "password" text, "cookie" text, "allowsInsecure" integer not null, "ignoresEdits" integer not null, "usesFetcher" integer default 0 not null)`,
      },
      `CREATE INDEX "feedRequestsByAddress" on "feedRequests" ("userId", "address")`,
    ],
    '0036-labels': [
      `CREATE TABLE "labels" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "name" text not null, "key" text not null, "color" text, "createdAt" bigint not null, "deletedAt" bigint, constraint "labelsKey" unique ("userId", "key"))`,
      `CREATE TABLE "entryLabels" ("userId" text not null references "user" ("id") on delete cascade, "labelId" text not null references "labels" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, "createdAt" bigint not null, constraint "entryLabelsKey" primary key ("labelId", "entryId"))`,
      `CREATE INDEX "entryLabelsByEntry" on "entryLabels" ("entryId", "userId")`,
      `CREATE INDEX "entryLabelsByUser" on "entryLabels" ("userId")`,
    ],
    /** How the last run of each job of a user's plugins ended. `words`: why it failed, as JSON; null where it did not. */
    '0037-plugin-jobs': [
      `CREATE TABLE "pluginJobs" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "name" text not null, "at" bigint not null, "words" text, constraint "pluginJobsKey" primary key ("userId", "plugin", "name"))`,
    ],
    /** Results of the nightly backups: one row a day (UTC). A restore of each is rehearsed. */
    '0038-backups': [
      `CREATE TABLE "backups" ("day" text primary key, "finishedAt" bigint not null, "file" text not null, "bytes" bigint, "rows" bigint, "message" text)`,
    ],
    /**
     * Which entries are deleted. `scope`: a feed, or `all` for those without a rule of their own. The guids of deleted entries
     * stay, so that a document that still has them does not bring them back. `retentionRuns`: what each run deleted.
     */
    '0039-retention': [
      `CREATE TABLE "retentionRules" ("scope" text primary key, "maxAgeDays" integer, "maxEntries" integer)`,
      `CREATE TABLE "retentionRuns" ("id" text primary key, "at" bigint not null, "entries" integer not null, "feeds" integer not null, "rules" text not null)`,
      `CREATE TABLE "removedEntries" ("feedId" text not null references "feeds" ("id") on delete cascade, "guid" text not null, constraint "removedEntriesKey" primary key ("feedId", "guid"))`,
    ],
    /**
     * Highlights in entries, and notes. `exact` is null for a note on the entry itself; `startOffset`, `endOffset`: where the text
     * was. `noteText`, `searchText`: the note, and quotation, note and title, as queries compare texts. `deletedAt`: the deletion
     * can still be undone. Times are ms since 1970. Ids are made by devices, so they are a user's own.
     */
    '0040-highlights': [
      `CREATE TABLE "highlights" ("userId" text not null references "user" ("id") on delete cascade, "id" text not null, "entryId" text not null references "entries" ("id") on delete cascade, "exact" text, "prefix" text default '' not null, "suffix" text default '' not null, "startOffset" integer, "endOffset" integer, "color" text not null, "note" text, "noteText" text, "searchText" text not null, "createdAt" bigint not null, "updatedAt" bigint not null, "deletedAt" bigint, constraint "highlightsKey" primary key ("userId", "id"))`,
      `CREATE INDEX "highlightsByEntry" on "highlights" ("entryId", "userId")`,
      `CREATE INDEX "highlightsByTime" on "highlights" ("userId", "createdAt", "id")`,
    ],
    /** Conditions of a user's plugins whose last evaluation failed. `words`: why, as JSON. */
    '0042-rule-problems': [
      `CREATE TABLE "ruleProblems" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "name" text not null, "words" text not null, constraint "ruleProblemsKey" primary key ("userId", "plugin", "name"))`,
    ],
    '0043-reading-times': [
      `CREATE TABLE "readingTimes" ("entryId" text primary key, "seconds" integer not null)`,
      ...(kind === 'sqlite'
        ? [
            `CREATE TRIGGER "readingTimeRemoved" after delete on entries begin delete from "readingTimes" where "entryId" = old.id; end`,
          ]
        : [
            `create function "forgetReadingTime"() returns trigger language plpgsql as $$ begin
    delete from "readingTimes" where "entryId" = old.id;
    return null;
  end $$`,
            `create trigger "readingTimeRemoved" after delete on entries for each row execute function "forgetReadingTime"()`,
          ]),
    ],
    /** Entries that were marked read because of their age. Once each: one that is unread again stays unread. */
    '0044-aged-entries': [
      `CREATE TABLE "agedEntries" ("userId" text not null references "user" ("id") on delete cascade, "entryId" text not null references "entries" ("id") on delete cascade, constraint "agedEntriesKey" primary key ("userId", "entryId"))`,
      `CREATE INDEX "agedEntriesByEntry" on "agedEntries" ("entryId")`,
    ],
    /** What server halves of a user's plugins did by themselves, in jobs and by rules: requests to each host, and crashes. */
    '0046-plugin-halves': [
      `CREATE TABLE "pluginContacts" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "host" text not null, "count" integer not null, "at" bigint not null, constraint "pluginContactsKey" primary key ("userId", "plugin", "host"))`,
      `CREATE TABLE "pluginCrashes" ("userId" text not null references "user" ("id") on delete cascade, "plugin" text not null, "at" bigint not null, constraint "pluginCrashesKey" primary key ("userId", "plugin", "at"))`,
    ],
    /** Rules of administrators for the entries of one of their folders, or those that a query of theirs selects. */
    '0047-own-retention': [
      `CREATE TABLE "ownRetentionRules" ("userId" text not null references "user" ("id") on delete cascade, "kind" text not null, "name" text not null, "maxAgeDays" integer, "maxEntries" integer, constraint "ownRetentionRulesKey" primary key ("userId", "kind", "name"))`,
    ],
    /** Which entries were deleted and when, so that browsers drop theirs. */
    '0048-entry-deletions': [
      `CREATE TABLE "entryDeletions" ("entryId" text primary key, "feedId" text not null references "feeds" ("id") on delete cascade, "deletedAt" bigint not null)`,
      `CREATE INDEX "entryDeletionsByTime" on "entryDeletions" ("deletedAt", "entryId")`,
      `CREATE INDEX "entryDeletionsByFeed" on "entryDeletions" ("feedId")`,
    ],
    '0050-story-keys': [
      `CREATE TABLE "storyKeys" ("entryId" text primary key, "feedId" text not null, "publishedAt" bigint not null, "address" bigint, "title" bigint)`,
      `CREATE INDEX "storyKeysByAddress" on "storyKeys" ("address", "publishedAt") where "address" is not null`,
      `CREATE INDEX "storyKeysByTitle" on "storyKeys" ("title", "publishedAt") where "title" is not null`,
      ...(kind === 'sqlite'
        ? [
            `CREATE TRIGGER "storyKeysRemoved" after delete on entries begin delete from "storyKeys" where "entryId" = old.id; end`,
          ]
        : [
            `create function "forgetStoryKeys"() returns trigger language plpgsql as $$ begin
    delete from "storyKeys" where "entryId" = old.id;
    return null;
  end $$`,
            `create trigger "storyKeysRemoved" after delete on entries for each row execute function "forgetStoryKeys"()`,
          ]),
    ],
    '0052-job-runs': [
      `CREATE INDEX "jobsUser" on "jobs" ("userId")`,
      ...(kind === 'postgres' ? [{ now: JOB_USER }] : []),
    ],
  } satisfies Readonly<Record<string, readonly Statement[]>>
}
type Step = keyof ReturnType<typeof tables>

/** What a step adds to a database. */
export async function createTables(db: Kysely<unknown>, kind: Kind, step: Step): Promise<void> {
  const statements: readonly Statement[] = tables(kind)[step]
  for (const one of statements) {
    const statement = typeof one === 'string' ? one : one.first
    if (statement !== undefined) await sql.raw(statement).execute(db)
  }
}

/** The same for a new database, as all steps of the baseline together leave it. */
export const newTables = (kind: Kind): readonly string[] =>
  Object.values<readonly Statement[]>(tables(kind)).flatMap((statements) =>
    statements.map((one) => (typeof one === 'string' ? one : one.now)),
  )

/** Each of these steps; those that do more than add tables have code of their own. */
export const tableSteps = Object.fromEntries(
  (Object.keys(tables('sqlite')) as Step[]).map((step) => [
    step,
    { up: (db: Kysely<unknown>, kind: Kind) => createTables(db, kind, step) },
  ]),
)

/** By the numbers that their names begin with. */
export const inOrder = <Steps extends object>(steps: Steps): Steps =>
  Object.fromEntries(Object.entries(steps).toSorted(([one], [other]) => (one < other ? -1 : 1))) as Steps
