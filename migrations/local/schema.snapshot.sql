CREATE TABLE "collections" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "createdAt" integer, "view" integer, "pending" integer default 0 not null, "pendingCreatedAt" integer, "pendingView" integer, "shownAt" integer generated always as (case when "pending" then "pendingCreatedAt" else "createdAt" end) stored, "shownView" integer generated always as (case when "pending" then "pendingView" else "view" end) stored);
CREATE INDEX "collectionsByView" on "collections" ("shownView", "publishedAt" desc, "entryId" desc) where "shownAt" is not null;
CREATE INDEX "collectionsPending" on "collections" ("entryId") where "pending" = 1;
CREATE TRIGGER "entryTextAdded" after insert on "entries" begin insert into "entryTextsPending" values (new."id") on conflict ("entryId") do nothing; end;
CREATE TRIGGER "entryTextChanged" after update of "title", "author", "description" on "entries"
    when new."title" is not old."title" or new."author" is not old."author"
      or new."description" is not old."description"
    begin insert into "entryTextsPending" values (new."id") on conflict ("entryId") do nothing; end;
CREATE TRIGGER "entryTextRemoved" after delete on "entries" begin
    delete from "entryTexts" where "entryId" = old."id";
    delete from "entryTextsPending" where "entryId" = old."id";
  end;
CREATE TRIGGER "episodeFilesRemoved" after delete on "entries" begin
    delete from "episodeFiles" where "entryId" = old."id";
  end;
CREATE TRIGGER "readingTimeRemoved" after delete on "entries" begin
    delete from "readingTimes" where "entryId" = old."id";
  end;
CREATE TABLE "entries" ("id" text primary key, "feedId" text not null, "guid" text not null, "inboxHandle" text, "title" text, "url" text, "description" text, "author" text, "authorUrl" text, "authorAvatar" text, "language" text, "categories" text, "media" text, "attachments" text, "extra" text, "sources" text, "settings" text, "publishedAt" integer not null, "insertedAt" integer not null, "searchId" integer);
CREATE UNIQUE INDEX "entriesSearchId" on "entries" ("searchId") where "searchId" is not null;
CREATE INDEX "entriesUnindexed" on "entries" ("publishedAt" desc) where "searchId" is null;
CREATE TRIGGER "entryContentAdded" after insert on "entryContents" when new."content" is not null
    begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end;
CREATE TRIGGER "entryContentChanged" after update of "content" on "entryContents"
    when new."content" is not old."content" begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end;
CREATE TABLE "entryContents" ("entryId" text primary key, "content" text, "readabilityContent" text, "readabilityUpdatedAt" integer);
CREATE TABLE "entryLabels" ("entryId" text not null, "key" text not null, "name" text not null, "confirmed" integer default 0 not null, "pending" integer, "shown" integer generated always as (coalesce("pending", "confirmed")) stored, constraint "entryLabelsKey" primary key ("entryId", "key"));
CREATE INDEX "entryLabelsByKey" on "entryLabels" ("key", "entryId");
CREATE VIRTUAL TABLE "entrySearch" using fts4("text", tokenize=unicode61, prefix="2,3");
CREATE TABLE 'entrySearch_content'(docid INTEGER PRIMARY KEY, 'c0text');
CREATE TABLE 'entrySearch_docsize'(docid INTEGER PRIMARY KEY, size BLOB);
CREATE TABLE 'entrySearch_segdir'(level INTEGER,idx INTEGER,start_block INTEGER,leaves_end_block INTEGER,end_block INTEGER,root BLOB,PRIMARY KEY(level, idx));
CREATE TABLE 'entrySearch_segments'(blockid INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'entrySearch_stat'(id INTEGER PRIMARY KEY, value BLOB);
CREATE TABLE "entryStatus" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "insertedAt" integer not null, "read" integer not null, "batch" text, "pendingRead" integer, "pendingBatch" text, "unread" integer not null, constraint "unreadIsWhatShows" check ("unread" = (coalesce("pendingRead", "read") = 0)));
CREATE INDEX "statusByFeed" on "entryStatus" ("feedId", "publishedAt" desc, "entryId" desc);
CREATE INDEX "statusByTime" on "entryStatus" ("publishedAt" desc, "entryId" desc, "feedId");
CREATE INDEX "statusPending" on "entryStatus" ("entryId") where "pendingRead" is not null;
CREATE INDEX "statusUnreadByFeed" on "entryStatus" ("feedId", "publishedAt" desc, "entryId" desc) where "unread" = 1;
CREATE INDEX "statusUnreadByTime" on "entryStatus" ("publishedAt" desc, "entryId" desc, "feedId") where "unread" = 1;
CREATE TABLE "entryTexts" ("entryId" text primary key, "title" text not null, "author" text not null, "body" text not null);
CREATE TABLE "entryTextsPending" ("entryId" text primary key);
CREATE TABLE "episodeFiles" ("entryId" text not null, "kind" text not null, "value" text not null, "words" text, "fetchedAt" integer not null, constraint "episodeFilesKey" primary key ("entryId", "kind"));
CREATE TABLE "feeds" ("id" text primary key, "url" text not null, "title" text, "description" text, "image" text, "errorAt" text, "errorMessage" text, "siteUrl" text, "ownerUserId" text, "subscriptionCount" integer, "updatesPerWeek" real, "latestEntryPublishedAt" text, "tipUserIds" text, "updatedAt" integer, "other" text);
CREATE TABLE "highlights" ("id" text primary key, "entryId" text not null, "confirmed" text, "pending" text, "shown" text generated always as (case when "pending" is null then "confirmed" else nullif("pending", 'null') end) stored);
CREATE INDEX "highlightsByEntry" on "highlights" ("entryId");
CREATE TABLE "images" ("url" text primary key, "colors" text not null, "createdAt" integer not null, "width" integer, "height" integer);
CREATE TABLE "inboxes" ("id" text primary key, "title" text, "secret" text not null, "other" text);
CREATE TABLE "journal" ("place" integer primary key autoincrement, "id" text not null unique, "at" integer not null, "title" text not null, "origin" text not null, "groupId" text, "undoneAt" integer, "command" text);
CREATE TABLE "journalChanges" ("place" integer primary key autoincrement, "id" text not null, "stepId" text not null, "undo" text, "redo" text);
CREATE INDEX "journalChangesById" on "journalChanges" ("id");
CREATE INDEX "journalChangesByStep" on "journalChanges" ("stepId");
CREATE TABLE "lists" ("id" text primary key, "userId" text, "title" text, "feedIds" text not null, "description" text, "view" integer not null, "image" text, "fee" integer default 0 not null, "ownerUserId" text, "subscriptionCount" integer, "purchaseAmount" text, "other" text);
CREATE TABLE "meta" ("key" text primary key, "value" text not null);
CREATE TABLE "pendingEffects" ("place" integer primary key autoincrement, "id" text not null unique, "effect" text not null, "unreadDelta" text not null);
CREATE TABLE "readingTimes" ("entryId" text primary key, "seconds" integer not null);
CREATE TABLE "settings" ("tab" text primary key, "payload" text not null, "updated" integer not null);
CREATE TABLE "storyEntries" ("entryId" text primary key, "feedId" text not null, "publishedAt" integer not null, "address" integer, "title" integer, "storyId" text);
CREATE INDEX "storyEntriesByAddress" on "storyEntries" ("address", "publishedAt") where "address" is not null;
CREATE INDEX "storyEntriesByStory" on "storyEntries" ("storyId") where "storyId" is not null;
CREATE INDEX "storyEntriesByTime" on "storyEntries" ("publishedAt") where "storyId" is not null;
CREATE INDEX "storyEntriesByTitle" on "storyEntries" ("title", "publishedAt") where "title" is not null;
CREATE TABLE "storyEntriesPending" ("entryId" text primary key);
CREATE TABLE "subscriptions" ("id" text primary key, "type" text not null, "feedId" text, "listId" text, "inboxId" text, "userId" text not null, "view" integer not null, "isPrivate" integer not null, "title" text, "category" text, "createdAt" integer not null, "hideFromTimeline" integer default 0 not null);
CREATE INDEX "subscriptionsByFeed" on "subscriptions" ("feedId");
CREATE TABLE "summaries" ("entryId" text not null, "language" text default '' not null, "summary" text not null, "readabilitySummary" text, "createdAt" integer, constraint "summariesKey" primary key ("entryId", "language"));
CREATE TABLE "translations" ("entryId" text not null, "language" text not null, "title" text, "description" text, "content" text, "readabilityContent" text, "createdAt" integer not null, constraint "translationsKey" primary key ("entryId", "language"));
CREATE TABLE "unread" ("subscriptionId" text primary key, "count" integer not null check (count >= 0));
CREATE TABLE "users" ("id" text primary key, "email" text, "handle" text, "name" text, "image" text, "isMe" integer default 0 not null, "emailVerified" integer, "bio" text, "website" text, "socialLinks" text, "other" text);
