import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/**
 * How many entries a feed has, and how many of them each user has read: updated by triggers in the same
 * statement that changes a row, so that unread counts need not scan the entries and yet cannot differ from them.
 * Without references: rows of a feed are still subtracted while it is deleted; the counts are deleted last.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createTables(db, kind, '0014-counts')
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await sql`insert into "feedCounts" select "feedId", count(*) from entries group by "feedId"`.execute(db)
  await sql`insert into "readCounts" select r."userId", e."feedId", count(*)
    from reads r join entries e on e.id = r."entryId" group by r."userId", e."feedId"`.execute(db)
}

/** Marks of a deleted entry are deleted with it: they are subtracted before, while their feed is still known. */
const UNCOUNT_ENTRY = `update "feedCounts" set entries = entries - 1 where "feedId" = old."feedId";
  update "readCounts" set entries = entries - 1 where "feedId" = old."feedId"
    and "userId" in (select r."userId" from reads r where r."entryId" = old.id);`

const FORGET_FEED = `delete from "feedCounts" where "feedId" = old.id; delete from "readCounts" where "feedId" = old.id;`
const FORGET_PERSON = `delete from "readCounts" where "userId" = old.id;`

const SQLITE = [
  `create trigger "feedsUncounted" after delete on feeds begin ${FORGET_FEED} end`,
  `create trigger "peopleUncounted" after delete on "user" begin ${FORGET_PERSON} end`,
  `create trigger "entriesCounted" after insert on entries begin
    insert into "feedCounts" ("feedId", entries) values (new."feedId", 1)
      on conflict ("feedId") do update set entries = entries + 1;
  end`,
  `create trigger "entriesUncounted" before delete on entries begin ${UNCOUNT_ENTRY} end`,
  `create trigger "readsCounted" after insert on reads begin
    insert into "readCounts" ("userId", "feedId", entries)
      select new."userId", e."feedId", 1 from entries e where e.id = new."entryId"
      on conflict ("userId", "feedId") do update set entries = entries + 1;
  end`,
  `create trigger "readsUncounted" after delete on reads begin
    update "readCounts" set entries = entries - 1 where "userId" = old."userId"
      and "feedId" = (select e."feedId" from entries e where e.id = old."entryId");
  end`,
]

/** Whole statements at once, in the order of the feeds, so that two of them never deadlock. */
const POSTGRES = [
  `create function "uncountFeed"() returns trigger language plpgsql as $$ begin
    ${FORGET_FEED}
    return null;
  end $$`,
  `create function "uncountPerson"() returns trigger language plpgsql as $$ begin
    ${FORGET_PERSON}
    return null;
  end $$`,
  // Triggers run in the order of their names: these come after those of the references, which begin with RI.
  `create trigger "feedsUncounted" after delete on feeds for each row execute function "uncountFeed"()`,
  `create trigger "peopleUncounted" after delete on "user" for each row execute function "uncountPerson"()`,
  `create function "countEntries"() returns trigger language plpgsql as $$ begin
    insert into "feedCounts" select a."feedId", count(*) from added a group by a."feedId" order by a."feedId"
      on conflict ("feedId") do update set entries = "feedCounts".entries + excluded.entries;
    return null;
  end $$`,
  `create trigger "entriesCounted" after insert on entries referencing new table as added
    for each statement execute function "countEntries"()`,
  `create function "uncountEntry"() returns trigger language plpgsql as $$ begin
    ${UNCOUNT_ENTRY}
    return old;
  end $$`,
  `create trigger "entriesUncounted" before delete on entries for each row execute function "uncountEntry"()`,
  `create function "countReads"() returns trigger language plpgsql as $$ begin
    insert into "readCounts" select a."userId", e."feedId", count(*) from added a join entries e on e.id = a."entryId"
      group by a."userId", e."feedId" order by a."userId", e."feedId"
      on conflict ("userId", "feedId") do update set entries = "readCounts".entries + excluded.entries;
    return null;
  end $$`,
  `create trigger "readsCounted" after insert on reads referencing new table as added
    for each statement execute function "countReads"()`,
  `create function "uncountReads"() returns trigger language plpgsql as $$ begin
    update "readCounts" set entries = "readCounts".entries - n.entries
      from (select t."userId", e."feedId", count(*) as entries from taken t join entries e on e.id = t."entryId"
        group by t."userId", e."feedId" order by t."userId", e."feedId") n
      where "readCounts"."userId" = n."userId" and "readCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create trigger "readsUncounted" after delete on reads referencing old table as taken
    for each statement execute function "uncountReads"()`,
]
