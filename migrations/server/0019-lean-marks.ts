import { sql, type Kysely } from 'kysely'

/**
 * SQLite's marks without what made marking a whole timeline slow, most of all one that was not read since the start:
 * for each of 50,000 marks the reference to entries fetched the entry's page in its index, and the index by entry was
 * written only for deletions. readCounts has the users who have read something of a feed: by them the marks of
 * an entry are found as well. PostgreSQL's marks have no reference since 0017, and are unchanged.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') return
  for (const statement of SQLITE) await sql.raw(statement).execute(db)
}

/** Older marks get their feed now; the trigger adds it to a mark that is written without one. */
const FEED = (mark: 'new' | 'old' | 'r'): string =>
  `coalesce(${mark}."feedId", (select e."feedId" from entries e where e.id = ${mark}."entryId"))`

const SQLITE = [
  // It names the table that is dropped.
  `drop trigger "entriesUncounted"`,
  `create table "leanReads" (
    "userId" text not null references "user" ("id") on delete cascade,
    "entryId" text not null, "readAt" bigint not null, "batch" text, "feedId" text,
    constraint "readsKey" primary key ("userId", "entryId"))`,
  `insert into "leanReads" select r."userId", r."entryId", r."readAt", r.batch, ${FEED('r')}
    from reads r order by r."userId", r."entryId"`,
  `drop table reads`,
  `alter table "leanReads" rename to reads`,
  // Only a mark-all names its marks; a single mark writes no index but its key.
  `create index "readsBatch" on reads ("userId", batch) where batch is not null`,
  // A mark-all always selects from entries; a single mark might arrive after its entry was deleted.
  `create trigger "readsCounted" after insert on reads begin
    select raise(abort, 'a mark needs an entry') where new.batch is null
      and not exists (select 1 from entries e where e.id = new."entryId");
    insert into "readCounts" ("userId", "feedId", entries) values (new."userId", ${FEED('new')}, 1)
      on conflict ("userId", "feedId") do update set entries = entries + 1;
  end`,
  `create trigger "readsUncounted" after delete on reads begin
    update "readCounts" set entries = entries - 1 where "userId" = old."userId" and "feedId" = ${FEED('old')};
  end`,
  `create trigger "entriesUncounted" before delete on entries begin
    delete from reads where "entryId" = old.id
      and "userId" in (select c."userId" from "readCounts" c where c."feedId" = old."feedId");
    update "feedCounts" set entries = entries - 1 where "feedId" = old."feedId";
  end`,
]
