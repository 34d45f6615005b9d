import { sql, type Kysely } from 'kysely'

/** `first`: as its step creates it, where a later step has changed it; `now`: as a new follow.db gets it. */
type Statement = string | { readonly first: string; readonly now: string }

/** What the steps add to the schema, without what a later step has replaced. Frozen, as the steps are. */
const schema = {
  /** Ids, JSON and the wire's times are text. `other` is JSON: what the wire sends beyond the spec's fields (owner, tipUsers). */
  '0001-feeds': [
    `CREATE TABLE "feeds" ("id" text primary key, "url" text not null, "title" text, "description" text, "image" text, "errorAt" text, "errorMessage" text, "siteUrl" text, "ownerUserId" text, "subscriptionCount" integer, "updatesPerWeek" real, "latestEntryPublishedAt" text, "tipUserIds" text, "updatedAt" integer, "other" text)`,
  ],
  /** `id` is type/targetId. `createdAt` is ms since 1970. */
  '0002-subscriptions': [
    {
      first: `CREATE TABLE "subscriptions" ("id" text primary key, "type" text not null, "feedId" text, "listId" text, "inboxId" text, "userId" text not null, "view" integer not null, "isPrivate" integer not null, "title" text, "category" text, "createdAt" integer not null)`,
      now: `CREATE TABLE "subscriptions" ("id" text primary key, "type" text not null, "feedId" text, "listId" text, "inboxId" text, "userId" text not null, "view" integer not null, "isPrivate" integer not null, "title" text, "category" text, "createdAt" integer not null, "hideFromTimeline" integer default 0 not null)`,
    },
  ],
  /** `id` is the inbox's handle. */
  '0003-inboxes': [
    `CREATE TABLE "inboxes" ("id" text primary key, "title" text, "secret" text not null, "other" text)`,
  ],
  /** `feedIds` is JSON. */
  '0004-lists': [
    `CREATE TABLE "lists" ("id" text primary key, "userId" text, "title" text, "feedIds" text not null, "description" text, "view" integer not null, "image" text, "fee" integer default 0 not null, "ownerUserId" text, "subscriptionCount" integer, "purchaseAmount" text, "other" text)`,
  ],
  /** The server's counts. They are not the sum of the rows here: only a part of the entries is kept. */
  '0005-unread': [
    `CREATE TABLE "unread" ("subscriptionId" text primary key, "count" integer not null check (count >= 0))`,
  ],
  '0006-users': [
    `CREATE TABLE "users" ("id" text primary key, "email" text, "handle" text, "name" text, "image" text, "isMe" integer default 0 not null, "emailVerified" integer, "bio" text, "website" text, "socialLinks" text, "other" text)`,
  ],
  /** What the server said of an entry. Its content, read mark and star have tables of their own, so that fetching it again
   * overwrites none of them. */
  '0007-entries': [
    {
      first: `CREATE TABLE "entries" ("id" text primary key, "feedId" text not null, "guid" text not null, "inboxHandle" text, "title" text, "url" text, "description" text, "author" text, "authorUrl" text, "authorAvatar" text, "language" text, "categories" text, "media" text, "attachments" text, "extra" text, "sources" text, "settings" text, "publishedAt" integer not null, "insertedAt" integer not null)`,
      now: `CREATE TABLE "entries" ("id" text primary key, "feedId" text not null, "guid" text not null, "inboxHandle" text, "title" text, "url" text, "description" text, "author" text, "authorUrl" text, "authorAvatar" text, "language" text, "categories" text, "media" text, "attachments" text, "extra" text, "sources" text, "settings" text, "publishedAt" integer not null, "insertedAt" integer not null, "searchId" integer)`,
    },
  ],
  /** Apart from `entries`, so that scanning those reads a tenth of the pages. */
  '0008-entry-contents': [
    `CREATE TABLE "entryContents" ("entryId" text primary key, "content" text, "readabilityContent" text, "readabilityUpdatedAt" integer)`,
  ],
  /** `read` and `batch` are what the server confirmed, the pending two what unsent changes make of it, null where none
   * touches the entry. `unread` is what shows. A plain column, because an index never covers a query that
   * asks for a generated one; the check keeps it from drifting.
   * `batch` names the mark-all-read that marked the entry, for undoing it. */
  '0009-entry-status': [
    `CREATE TABLE "entryStatus" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "insertedAt" integer not null, "read" integer not null, "batch" text, "pendingRead" integer, "pendingBatch" text, "unread" integer not null, constraint "unreadIsWhatShows" check ("unread" = (coalesce("pendingRead", "read") = 0)))`,
  ],
  /** The timeline of many feeds: read in order, feeds filtered from the index alone. */
  '0010-status-by-time': [
    `CREATE INDEX "statusByTime" on "entryStatus" ("publishedAt" desc, "entryId" desc, "feedId")`,
  ],
  '0011-status-unread-by-time': [
    `CREATE INDEX "statusUnreadByTime" on "entryStatus" ("publishedAt" desc, "entryId" desc, "feedId") where "unread" = 1`,
  ],
  /** The timeline of one feed. */
  '0012-status-by-feed': [
    `CREATE INDEX "statusByFeed" on "entryStatus" ("feedId", "publishedAt" desc, "entryId" desc)`,
  ],
  /** The unread timeline of one feed, and counting by feed. */
  '0013-status-unread-by-feed': [
    `CREATE INDEX "statusUnreadByFeed" on "entryStatus" ("feedId", "publishedAt" desc, "entryId" desc) where "unread" = 1`,
  ],
  /** Stars. `createdAt` and `view` are what the server confirmed, null when it knows no star; the pending two count while
   * `pending` is 1, and a null `pendingCreatedAt` then takes the star away. The shown two are what the person sees. */
  '0014-collections': [
    `CREATE TABLE "collections" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "createdAt" integer, "view" integer, "pending" integer default 0 not null, "pendingCreatedAt" integer, "pendingView" integer, "shownAt" integer generated always as (case when "pending" then "pendingCreatedAt" else "createdAt" end) stored, "shownView" integer generated always as (case when "pending" then "pendingView" else "view" end) stored)`,
  ],
  '0015-collections-by-view': [
    `CREATE INDEX "collectionsByView" on "collections" ("shownView", "publishedAt" desc, "entryId" desc) where "shownAt" is not null`,
  ],
  '0016-summaries': [
    `CREATE TABLE "summaries" ("entryId" text not null, "language" text default '' not null, "summary" text not null, "readabilitySummary" text, "createdAt" integer, constraint "summariesKey" primary key ("entryId", "language"))`,
  ],
  '0017-translations': [
    `CREATE TABLE "translations" ("entryId" text not null, "language" text not null, "title" text, "description" text, "content" text, "readabilityContent" text, "createdAt" integer not null, constraint "translationsKey" primary key ("entryId", "language"))`,
  ],
  /** `colors` is JSON. */
  '0018-images': [
    `CREATE TABLE "images" ("url" text primary key, "colors" text not null, "createdAt" integer not null, "width" integer, "height" integer)`,
  ],
  '0019-settings': [
    `CREATE TABLE "settings" ("tab" text primary key, "payload" text not null, "updated" integer not null)`,
  ],
  /** `value` is JSON. */
  '0020-meta': [`CREATE TABLE "meta" ("key" text primary key, "value" text not null)`],
  '0021-outbox': [],
  '0022-journal': [],
  '0023-journal-by-time': [],
  '0024-entry-search': [
    `CREATE VIRTUAL TABLE "entrySearch" using fts4("text", tokenize=unicode61, prefix="2,3")`,
  ],
  '0025-entries-search-id': [
    `CREATE UNIQUE INDEX "entriesSearchId" on "entries" ("searchId") where "searchId" is not null`,
  ],
  /** What the background job still has to index: its place is kept in the rows themselves. */
  '0026-entries-unindexed': [
    `CREATE INDEX "entriesUnindexed" on "entries" ("publishedAt" desc) where "searchId" is null`,
  ],
  '0027-subscriptions-by-feed': [`CREATE INDEX "subscriptionsByFeed" on "subscriptions" ("feedId")`],
  '0028-outbox-flipped': [],
  /** Finds the rows that pending changes touch, which are few, among all. */
  '0029-status-pending': [
    `CREATE INDEX "statusPending" on "entryStatus" ("entryId") where "pendingRead" is not null`,
  ],
  '0030-collections-pending': [
    `CREATE INDEX "collectionsPending" on "collections" ("entryId") where "pending" = 1`,
  ],
  // Not `or ignore` in triggers: inside of one the conflict rule of the statement outside would apply instead.
  '0031-entry-texts': [
    `CREATE TABLE "entryTexts" ("entryId" text primary key, "title" text not null, "author" text not null, "body" text not null)`,
    `CREATE TABLE "entryTextsPending" ("entryId" text primary key)`,
    `CREATE TRIGGER "entryTextAdded" after insert on "entries" begin insert into "entryTextsPending" values (new."id") on conflict ("entryId") do nothing; end`,
    `CREATE TRIGGER "entryTextChanged" after update of "title", "author", "description" on "entries"
    when new."title" is not old."title" or new."author" is not old."author"
      or new."description" is not old."description"
    begin insert into "entryTextsPending" values (new."id") on conflict ("entryId") do nothing; end`,
    `CREATE TRIGGER "entryContentAdded" after insert on "entryContents" when new."content" is not null
    begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end`,
    `CREATE TRIGGER "entryContentChanged" after update of "content" on "entryContents"
    when new."content" is not old."content" begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end`,
    `CREATE TRIGGER "entryTextRemoved" after delete on "entries" begin
    delete from "entryTexts" where "entryId" = old."id";
    delete from "entryTextsPending" where "entryId" = old."id";
  end`,
  ],
  '0032-journal-changes': [
    `CREATE TABLE "journal" ("place" integer primary key autoincrement, "id" text not null unique, "at" integer not null, "title" text not null, "origin" text not null, "groupId" text, "undoneAt" integer, "command" text)`,
    `CREATE TABLE "journalChanges" ("place" integer primary key autoincrement, "id" text not null, "stepId" text not null, "undo" text, "redo" text)`,
    `CREATE INDEX "journalChangesById" on "journalChanges" ("id")`,
    `CREATE INDEX "journalChangesByStep" on "journalChanges" ("stepId")`,
  ],
  '0033-journal-command': [],
  '0034-stories': [
    `CREATE TABLE "storyEntries" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "address" integer, "title" integer, "storyId" text)`,
    `CREATE INDEX "storyEntriesByAddress" on "storyEntries" ("address", "publishedAt") where "address" is not null`,
    `CREATE INDEX "storyEntriesByTitle" on "storyEntries" ("title", "publishedAt") where "title" is not null`,
    `CREATE INDEX "storyEntriesByStory" on "storyEntries" ("storyId") where "storyId" is not null`,
    `CREATE INDEX "storyEntriesByTime" on "storyEntries" ("publishedAt") where "storyId" is not null`,
    `CREATE TABLE "storyEntriesPending" ("entryId" text primary key)`,
  ],
  '0035-subscriptions-hidden': [],
  '0036-entry-labels': [
    `CREATE TABLE "entryLabels" ("entryId" text not null, "key" text not null, "name" text not null, "confirmed" integer default 0 not null, "pending" integer, "shown" integer generated always as (coalesce("pending", "confirmed")) stored, constraint "entryLabelsKey" primary key ("entryId", "key"))`,
    `CREATE INDEX "entryLabelsByKey" on "entryLabels" ("key", "entryId")`,
  ],
  '0037-highlights': [
    `CREATE TABLE "highlights" ("id" text primary key, "entryId" text not null, "confirmed" text, "pending" text, "shown" text generated always as (case when "pending" is null then "confirmed" else nullif("pending", 'null') end) stored)`,
    `CREATE INDEX "highlightsByEntry" on "highlights" ("entryId")`,
  ],
  '0038-reading-times': [
    `CREATE TABLE "readingTimes" ("entryId" text primary key, "seconds" integer not null)`,
    `CREATE TRIGGER "readingTimeRemoved" after delete on "entries" begin
    delete from "readingTimes" where "entryId" = old."id";
  end`,
  ],
  '0039-pending-effects': [
    `CREATE TABLE "pendingEffects" ("place" integer primary key autoincrement, "id" text not null unique, "effect" text not null, "unreadDelta" text not null)`,
  ],
} satisfies Readonly<Record<string, readonly Statement[]>>
export type BaselineStep = keyof typeof schema

/** The schema after the first steps, for a new follow.db: it is created without fetching the steps. */
export const localBaseline = {
  steps: Object.keys(schema),
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const one of Object.values<readonly Statement[]>(schema).flat())
      await sql.raw(typeof one === 'string' ? one : one.now).execute(db)
  },
}

/** What a step adds to an earlier follow.db. */
export async function addToSchema(db: Kysely<unknown>, step: BaselineStep): Promise<void> {
  const statements: readonly Statement[] = schema[step]
  for (const one of statements) await sql.raw(typeof one === 'string' ? one : one.first).execute(db)
}
