import { sql, type Kysely } from 'kysely'

/**
 * A mark has the feed of its entry, so that marks are counted without reading 50,000 entries; null in older
 * marks, for which the entry is read as before. And on PostgreSQL the two references of a mark are enforced per statement
 * instead of per row: they were half of the cost of marking a timeline read.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema.alterTable('reads').addColumn('feedId', 'text').execute()
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
}

const SQLITE = [
  `drop trigger "readsCounted"`,
  `drop trigger "readsUncounted"`,
  `drop trigger "entriesUncounted"`,
  `create trigger "readsCounted" after insert on reads when new."feedId" is not null begin
    insert into "readCounts" ("userId", "feedId", entries) values (new."userId", new."feedId", 1)
      on conflict ("userId", "feedId") do update set entries = entries + 1;
  end`,
  `create trigger "readsCountedByEntry" after insert on reads when new."feedId" is null begin
    insert into "readCounts" ("userId", "feedId", entries)
      select new."userId", e."feedId", 1 from entries e where e.id = new."entryId"
      on conflict ("userId", "feedId") do update set entries = entries + 1;
  end`,
  `create trigger "readsUncounted" after delete on reads when old."feedId" is not null begin
    update "readCounts" set entries = entries - 1 where "userId" = old."userId" and "feedId" = old."feedId";
  end`,
  `create trigger "readsUncountedByEntry" after delete on reads when old."feedId" is null begin
    update "readCounts" set entries = entries - 1 where "userId" = old."userId"
      and "feedId" = (select e."feedId" from entries e where e.id = old."entryId");
  end`,
  // Marks are deleted after their entry, which those without a feed can then no longer read.
  `create trigger "entriesUncounted" before delete on entries begin
    update "feedCounts" set entries = entries - 1 where "feedId" = old."feedId";
    update "readCounts" set entries = entries - 1 where "feedId" = old."feedId"
      and "userId" in (select r."userId" from reads r where r."entryId" = old.id and r."feedId" is null);
  end`,
]

/** Each row by its index, whatever the statistics: 50,000 marks must not make it read a million entries. */
const BY_INDEX = 'set enable_hashjoin = off set enable_mergejoin = off set jit = off'
const FEED = (mark: string): string =>
  `coalesce(${mark}."feedId", (select e."feedId" from entries e where e.id = ${mark}."entryId"))`

/**
 * Marking locks the row in feedCounts of each affected feed, as a reference would, and checks that the entries
 * still exist; deleting entries waits for that row, and then deletes the marks that it finds. So neither a mark
 * without an entry can be left, nor a count that has missed one. Rows are always locked in the order of their keys.
 */
const POSTGRES = [
  `alter table reads drop constraint "reads_entryId_fkey", drop constraint "reads_userId_fkey"`,
  `drop trigger "entriesUncounted" on entries`,
  `drop function "uncountEntry"()`,
  `create or replace function "countReads"() returns trigger language plpgsql ${BY_INDEX} as $$
  declare
    held bigint;
    orphans text[];
  begin
    perform 1 from "user" u where u.id in (select distinct a."userId" from added a) order by u.id for key share;
    get diagnostics held = row_count;
    if held < (select count(*) from (select distinct a."userId" from added a) n) then
      raise foreign_key_violation using message = 'a mark needs a person';
    end if;
    perform 1 from "feedCounts" c where c."feedId" in (select distinct ${FEED('a')} from added a)
      order by c."feedId" for key share;
    insert into "readCounts" select n."userId", n."feedId", count(*)
      from (select a."userId", ${FEED('a')} as "feedId" from added a) n where n."feedId" is not null
      group by n."userId", n."feedId" order by n."userId", n."feedId"
      on conflict ("userId", "feedId") do update set entries = "readCounts".entries + excluded.entries;
    orphans := array(select a."entryId" from added a where not exists
      (select 1 from entries e where e.id = a."entryId"));
    if cardinality(orphans) > 0 then
      delete from reads where "entryId" = any(orphans);
      delete from "readCounts" c where c.entries = 0 and not exists (select 1 from feeds f where f.id = c."feedId");
    end if;
    return null;
  end $$`,
  `create or replace function "uncountReads"() returns trigger language plpgsql ${BY_INDEX} as $$ begin
    perform 1 from "readCounts" k join (select distinct t."userId", ${FEED('t')} as "feedId" from taken t) n
      on n."userId" = k."userId" and n."feedId" = k."feedId" order by k."userId", k."feedId" for no key update of k;
    update "readCounts" set entries = "readCounts".entries - n.entries
      from (select m."userId", m."feedId", count(*) as entries
        from (select t."userId", ${FEED('t')} as "feedId" from taken t) m
        group by m."userId", m."feedId") n
      where "readCounts"."userId" = n."userId" and "readCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create function "uncountEntries"() returns trigger language plpgsql ${BY_INDEX} as $$ begin
    perform 1 from "feedCounts" c where c."feedId" in (select distinct g."feedId" from gone g)
      order by c."feedId" for update;
    update reads set "feedId" = g."feedId" from gone g where reads."entryId" = g.id and reads."feedId" is null;
    perform 1 from reads r join gone g on g.id = r."entryId" order by r."userId", r."entryId" for update of r;
    delete from reads using gone g where reads."entryId" = g.id;
    update "feedCounts" set entries = "feedCounts".entries - n.entries
      from (select g."feedId", count(*) as entries from gone g group by g."feedId") n
      where "feedCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create trigger "entriesUncounted" after delete on entries referencing old table as gone
    for each statement execute function "uncountEntries"()`,
  // Deletions by a reference are counted only after all other triggers of the feed: its entries have to be deleted before.
  `drop trigger "feedsUncounted" on feeds`,
  `create or replace function "uncountFeed"() returns trigger language plpgsql as $$ begin
    perform 1 from feeds where id = old.id for update;
    delete from entries where "feedId" = old.id;
    delete from "feedCounts" where "feedId" = old.id;
    delete from "readCounts" where "feedId" = old.id;
    return old;
  end $$`,
  `create trigger "feedsUncounted" before delete on feeds for each row execute function "uncountFeed"()`,
  `create or replace function "uncountPerson"() returns trigger language plpgsql as $$ begin
    perform 1 from reads r where r."userId" = old.id order by r."entryId" for update;
    delete from reads where "userId" = old.id;
    delete from "readCounts" where "userId" = old.id;
    return null;
  end $$`,
]
