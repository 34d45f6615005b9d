import { sql, type Kysely } from 'kysely'

/**
 * SQLite's marks without what made marking a whole place slow, most of all one that nobody had asked for since the start:
 * for each of 50,000 marks the reference to entries fetched the entry's page in its index, and the index by entry was
 * written for nothing but deletions. Who has read something of a feed stands in readCounts: by these people the marks of
 * an entry are found as well. PostgreSQL's marks have no reference since 0017, and stay as they are.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') return
  for (const statement of SQLITE) await sql.raw(statement).execute(db)
}

/** Marks from before they knew their feed know it from now on; who writes one without leaves it to the trigger. */
const FEED = (mark: 'new' | 'old' | 'r'): string =>
  `coalesce(${mark}."feedId", (select e."feedId" from entries e where e.id = ${mark}."entryId"))`

const SQLITE = [
  // It names the table that goes.
  `drop trigger "entriesUncounted"`,
  `create table "leanReads" (
    "userId" text not null references "user" ("id") on delete cascade,
    "entryId" text not null, "readAt" bigint not null, "batch" text, "feedId" text,
    constraint "readsKey" primary key ("userId", "entryId"))`,
  `insert into "leanReads" select r."userId", r."entryId", r."readAt", r.batch, ${FEED('r')}
    from reads r order by r."userId", r."entryId"`,
  `drop table reads`,
  `alter table "leanReads" rename to reads`,
  // Only who marks many at once gives them a name; a single mark writes no index but its key.
  `create index "readsBatch" on reads ("userId", batch) where batch is not null`,
  // Many at once are always chosen from entries; a single mark might come after its entry has gone.
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
