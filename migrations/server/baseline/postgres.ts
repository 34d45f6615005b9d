import { newTables } from '../tables.ts'

/** The schema of a new database on PostgreSQL. */
export const postgresSchema: readonly string[] = [
  ...newTables('postgres'),
  `create table reads ("userId" text NOT NULL, "entryId" text NOT NULL, "readAt" bigint NOT NULL, batch text,
    "feedId" text)`,
  `create table "entryTexts" ("entryId" text NOT NULL, title text NOT NULL, author text NOT NULL,
    body text NOT NULL, number bigint NOT NULL)`,
  `alter table "entryTexts" alter column number add generated always as identity`,
  `alter table reads add constraint "readsKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table "entryTexts" add constraint "entryTexts_pkey" PRIMARY KEY ("entryId")`,
  `create index "readsBatch" ON reads USING btree ("userId", batch)`,
  `create function "countEntries"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "feedCounts" select a."feedId", count(*) from added a group by a."feedId" order by a."feedId"
      on conflict ("feedId") do update set entries = "feedCounts".entries + excluded.entries;
    return null;
  end $$`,
  `create function "countReads"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
  declare
    held bigint;
    orphans text[];
  begin
    perform 1 from "user" u where u.id in (select distinct a."userId" from added a) order by u.id for key share;
    get diagnostics held = row_count;
    if held < (select count(*) from (select distinct a."userId" from added a) n) then
      raise foreign_key_violation using message = 'a mark needs a person';
    end if;
    perform 1 from "feedCounts" c where c."feedId" in (select distinct coalesce(a."feedId", (select e."feedId" from entries e where e.id = a."entryId")) from added a)
      order by c."feedId" for key share;
    insert into "readCounts" select n."userId", n."feedId", count(*)
      from (select a."userId", coalesce(a."feedId", (select e."feedId" from entries e where e.id = a."entryId")) as "feedId" from added a) n where n."feedId" is not null
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
  `create function "forgetEntryText"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from "entryTexts" where "entryId" = old.id;
  delete from "entryTextsPending" where "entryId" = old.id;
    return null;
  end $$`,
  `create function "noteChangedTexts"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a.id from added a join former o on o.id = a.id
      where a.title is distinct from o.title or a.author is distinct from o.author
        or a.description is distinct from o.description
      order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "noteContents"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a."entryId" from added a order by a."entryId"
      on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "noteEntryTexts"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a.id from added a order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "uncountEntries"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$ begin
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
  `create function "uncountFeed"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    perform 1 from feeds where id = old.id for update;
    perform 1 from entries e where e."feedId" = old.id order by e.id for update;
    delete from entries where "feedId" = old.id;
    delete from "feedCounts" where "feedId" = old.id;
    delete from "readCounts" where "feedId" = old.id;
    return old;
  end $$`,
  `create function "uncountPerson"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    perform 1 from reads r where r."userId" = old.id order by r."entryId" for update;
    delete from reads where "userId" = old.id;
    delete from "readCounts" where "userId" = old.id;
    return null;
  end $$`,
  `create function "uncountReads"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$ begin
    perform 1 from "readCounts" k join (select distinct t."userId", coalesce(t."feedId", (select e."feedId" from entries e where e.id = t."entryId")) as "feedId" from taken t) n
      on n."userId" = k."userId" and n."feedId" = k."feedId" order by k."userId", k."feedId" for no key update of k;
    update "readCounts" set entries = "readCounts".entries - n.entries
      from (select m."userId", m."feedId", count(*) as entries
        from (select t."userId", coalesce(t."feedId", (select e."feedId" from entries e where e.id = t."entryId")) as "feedId" from taken t) m
        group by m."userId", m."feedId") n
      where "readCounts"."userId" = n."userId" and "readCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create trigger "entriesCounted" AFTER INSERT ON entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countEntries"()`,
  `create trigger "entriesUncounted" AFTER DELETE ON entries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "uncountEntries"()`,
  `create trigger "entryContentAdded" AFTER INSERT ON "entryContents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteContents"()`,
  `create trigger "entryContentChanged" AFTER UPDATE ON "entryContents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteContents"()`,
  `create trigger "entryTextAdded" AFTER INSERT ON entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteEntryTexts"()`,
  `create trigger "entryTextChanged" AFTER UPDATE ON entries REFERENCING OLD TABLE AS former NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteChangedTexts"()`,
  `create trigger "entryTextRemoved" AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION "forgetEntryText"()`,
  `create trigger "feedsUncounted" BEFORE DELETE ON feeds FOR EACH ROW EXECUTE FUNCTION "uncountFeed"()`,
  `create trigger "peopleUncounted" AFTER DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION "uncountPerson"()`,
  `create trigger "readsCounted" AFTER INSERT ON reads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countReads"()`,
  `create trigger "readsUncounted" AFTER DELETE ON reads REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION "uncountReads"()`,
]
