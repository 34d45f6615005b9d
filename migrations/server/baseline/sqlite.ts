import { newTables } from '../tables.ts'

/** The schema of a new database on SQLite. */
export const sqliteSchema: readonly string[] = [
  ...newTables('sqlite'),
  `CREATE TRIGGER "feedsUncounted" after delete on feeds begin delete from "feedCounts" where "feedId" = old.id; delete from "readCounts" where "feedId" = old.id; end`,
  `CREATE TRIGGER "peopleUncounted" after delete on "user" begin delete from "readCounts" where "userId" = old.id; end`,
  `CREATE TRIGGER "entriesCounted" after insert on entries begin
    insert into "feedCounts" ("feedId", entries) values (new."feedId", 1)
      on conflict ("feedId") do update set entries = entries + 1;
  end`,
  `CREATE TABLE "reads" (
    "userId" text not null references "user" ("id") on delete cascade,
    "entryId" text not null, "readAt" bigint not null, "batch" text, "feedId" text,
    constraint "readsKey" primary key ("userId", "entryId"))`,
  `CREATE INDEX "readsBatch" on reads ("userId", batch) where batch is not null`,
  `CREATE TRIGGER "readsCounted" after insert on reads begin
    select raise(abort, 'a mark needs an entry') where new.batch is null
      and not exists (select 1 from entries e where e.id = new."entryId");
    insert into "readCounts" ("userId", "feedId", entries) values (new."userId", coalesce(new."feedId", (select e."feedId" from entries e where e.id = new."entryId")), 1)
      on conflict ("userId", "feedId") do update set entries = entries + 1;
  end`,
  `CREATE TRIGGER "readsUncounted" after delete on reads begin
    update "readCounts" set entries = entries - 1 where "userId" = old."userId" and "feedId" = coalesce(old."feedId", (select e."feedId" from entries e where e.id = old."entryId"));
  end`,
  `CREATE TRIGGER "entriesUncounted" before delete on entries begin
    delete from reads where "entryId" = old.id
      and "userId" in (select c."userId" from "readCounts" c where c."feedId" = old."feedId");
    update "feedCounts" set entries = entries - 1 where "feedId" = old."feedId";
  end`,
  `CREATE TRIGGER "entryTextAdded" after insert on entries begin insert into "entryTextsPending" values (new.id) on conflict ("entryId") do nothing; end`,
  `CREATE TRIGGER "entryTextChanged" after update of title, author, description on entries
    when new.title is not old.title or new.author is not old.author or new.description is not old.description
    begin insert into "entryTextsPending" values (new.id) on conflict ("entryId") do nothing; end`,
  `CREATE TRIGGER "entryContentAdded" after insert on "entryContents" begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end`,
  `CREATE TRIGGER "entryContentChanged" after update of content on "entryContents"
    when new.content is not old.content begin insert into "entryTextsPending" values (new."entryId") on conflict ("entryId") do nothing; end`,
  `CREATE TRIGGER "entryTextRemoved" after delete on entries begin delete from "entryTexts" where "entryId" = old.id;
  delete from "entryTextsPending" where "entryId" = old.id; end`,
  `CREATE TABLE "entryTexts" (number integer primary key, "entryId" text not null unique, title text not null,
    author text not null, body text not null)`,
  `CREATE VIRTUAL TABLE "entryTextsIndex" using fts5(title, body, content = '', detail = none,
    tokenize = 'trigram case_sensitive 1')`,
  `CREATE VIRTUAL TABLE "entryTextsTerms" using fts5vocab("entryTextsIndex", 'row')`,
  `CREATE TRIGGER "entryTextIndexed" after insert on "entryTexts" begin insert into "entryTextsIndex" (rowid, title, body) values (new.number, new.title || '  ', new.body || '  '); end`,
  `CREATE TRIGGER "entryTextReindexed" after update on "entryTexts" begin insert into "entryTextsIndex" ("entryTextsIndex", rowid, title, body)
  values ('delete', old.number, old.title || '  ', old.body || '  '); insert into "entryTextsIndex" (rowid, title, body) values (new.number, new.title || '  ', new.body || '  '); end`,
  `CREATE TRIGGER "entryTextUnindexed" after delete on "entryTexts" begin insert into "entryTextsIndex" ("entryTextsIndex", rowid, title, body)
  values ('delete', old.number, old.title || '  ', old.body || '  '); end`,
]
