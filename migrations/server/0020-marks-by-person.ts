import { sql, type Kysely } from 'kysely'

/**
 * PostgreSQL's marks without their index by entry, as SQLite's since 0019: it was a sixth of the cost of marking a
 * timeline read. readCounts has the users who have read something of a feed, and deleting entries has waited for
 * running marks, so that all of these users are in it.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') return
  for (const statement of POSTGRES) await sql.raw(statement).execute(db)
}

/** As in 0017. */
const BY_INDEX = 'set enable_hashjoin = off set enable_mergejoin = off set jit = off'
const FEED = (mark: string): string =>
  `coalesce(${mark}."feedId", (select e."feedId" from entries e where e.id = ${mark}."entryId"))`

const POSTGRES = [
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
      delete from reads r using added a
        where r."userId" = a."userId" and r."entryId" = a."entryId" and a."entryId" = any(orphans);
      delete from "readCounts" c where c.entries = 0 and not exists (select 1 from feeds f where f.id = c."feedId");
    end if;
    return null;
  end $$`,
  `create or replace function "uncountEntries"() returns trigger language plpgsql ${BY_INDEX} as $$ begin
    perform 1 from "feedCounts" c where c."feedId" in (select distinct g."feedId" from gone g)
      order by c."feedId" for update;
    perform 1 from gone g join "readCounts" c on c."feedId" = g."feedId"
      join reads r on r."userId" = c."userId" and r."entryId" = g.id
      order by r."userId", r."entryId" for update of r;
    update reads r set "feedId" = g."feedId" from gone g join "readCounts" c on c."feedId" = g."feedId"
      where r."userId" = c."userId" and r."entryId" = g.id and r."feedId" is null;
    delete from reads r using gone g join "readCounts" c on c."feedId" = g."feedId"
      where r."userId" = c."userId" and r."entryId" = g.id;
    update "feedCounts" set entries = "feedCounts".entries - n.entries
      from (select g."feedId", count(*) as entries from gone g group by g."feedId") n
      where "feedCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `drop index "readsEntry"`,
  // In the order of their ids, as other deletions: newest first, two could deadlock.
  `create or replace function "uncountFeed"() returns trigger language plpgsql as $$ begin
    perform 1 from feeds where id = old.id for update;
    perform 1 from entries e where e."feedId" = old.id order by e.id for update;
    delete from entries where "feedId" = old.id;
    delete from "feedCounts" where "feedId" = old.id;
    delete from "readCounts" where "feedId" = old.id;
    return old;
  end $$`,
]
