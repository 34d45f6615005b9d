import { sql, type Kysely } from 'kysely'

/**
 * Only a feed that someone follows, directly or by a list, is scheduled: `followed`, which triggers maintain in the statement
 * that changes a follower. The index of due feeds has no others, so that no claim passes over them.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .alterTable('feeds')
    .addColumn('followed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await sql`update feeds set followed = 1 where ${sql.raw(FOLLOWED)} = 1`.execute(db)
  await db.schema.dropIndex('feedsDue').execute()
  const later = sql.raw(kind === 'postgres' ? 'greatest' : 'max')
  await sql`create index "feedsDue" on feeds (${later}("nextFetchAt", lease)) where followed = 1 and gone = 0`.execute(
    db,
  )
}

/** Of a row of feeds. */
const FOLLOWED = `(case when exists (select 1 from subscriptions s where s."feedId" = feeds.id)
  or exists (select 1 from "listFeeds" lf join "listSubscriptions" ls on ls."listId" = lf."listId"
    where lf."feedId" = feeds.id) then 1 else 0 end)`

const setFor = (ids: string): string =>
  `update feeds set followed = ${FOLLOWED} where id in (${ids}) and followed <> ${FOLLOWED};`
const feedsOf = (row: 'new' | 'old'): string =>
  `select lf."feedId" from "listFeeds" lf where lf."listId" = ${row}."listId"`

const SQLITE = [
  ...['subscriptions', 'listFeeds'].flatMap((table) => [
    `create trigger "${table}Followed" after insert on "${table}" begin ${setFor('new."feedId"')} end`,
    `create trigger "${table}Unfollowed" after delete on "${table}" begin ${setFor('old."feedId"')} end`,
    `create trigger "${table}Moved" after update of "feedId" on "${table}"
      begin ${setFor('old."feedId", new."feedId"')} end`,
  ]),
  `create trigger "listSubscriptionsFollowed" after insert on "listSubscriptions" begin ${setFor(feedsOf('new'))} end`,
  `create trigger "listSubscriptionsUnfollowed" after delete on "listSubscriptions" begin ${setFor(feedsOf('old'))} end`,
]

const trigger = (name: string, table: string, change: string, tables: string, run: string): string =>
  `create trigger "${table}${name}" after ${change} on "${table}" referencing ${tables}
    for each statement execute function "${run}"()`
const [ADDED, REMOVED] = ['new table as added', 'old table as removed']

/**
 * A new follower waits for a feed that is just being unscheduled, in the order of the feeds. A lost one waits for nothing: a
 * feed that another transaction has locked, to add a follower or to store a fetch, stays scheduled until it is claimed
 * (`unschedule`). The statements after a lock see what was committed before it.
 */
const POSTGRES = [
  `create function "scheduleFeeds"(ids text[]) returns void language plpgsql as $$ begin
    perform 1 from feeds where id = any (ids) order by id for key share;
    update feeds set followed = 1
      where id in (select f.id from feeds f where f.id = any (ids) and f.followed = 0 order by f.id for no key update)
      and ${FOLLOWED} = 1;
  end $$`,
  `create function "unscheduleFeeds"(ids text[]) returns void language plpgsql as $$ declare locked text[]; begin
    locked := array(select id from feeds where id = any (ids) and followed = 1 and ${FOLLOWED} = 0
      order by id for update skip locked);
    update feeds set followed = 0 where id = any (locked) and ${FOLLOWED} = 0;
  end $$`,
  `create function "feedsFollowed"() returns trigger language plpgsql as $$ begin
    perform "scheduleFeeds"(array(select distinct "feedId" from added));
    return null;
  end $$`,
  `create function "feedsUnfollowed"() returns trigger language plpgsql as $$ begin
    perform "unscheduleFeeds"(array(select distinct "feedId" from removed));
    return null;
  end $$`,
  `create function "feedsMoved"() returns trigger language plpgsql as $$ begin
    perform "scheduleFeeds"(array(select "feedId" from added except select "feedId" from removed));
    perform "unscheduleFeeds"(array(select "feedId" from removed except select "feedId" from added));
    return null;
  end $$`,
  `create function "listsFollowed"() returns trigger language plpgsql as $$ begin
    perform "scheduleFeeds"(array(select distinct lf."feedId" from added join "listFeeds" lf on lf."listId" = added."listId"));
    return null;
  end $$`,
  `create function "listsUnfollowed"() returns trigger language plpgsql as $$ begin
    perform "unscheduleFeeds"(array(
      select distinct lf."feedId" from removed join "listFeeds" lf on lf."listId" = removed."listId"));
    return null;
  end $$`,
  ...['subscriptions', 'listFeeds'].flatMap((table) => [
    trigger('Followed', table, 'insert', ADDED, 'feedsFollowed'),
    trigger('Unfollowed', table, 'delete', REMOVED, 'feedsUnfollowed'),
    trigger('Moved', table, 'update', `${ADDED} ${REMOVED}`, 'feedsMoved'),
  ]),
  trigger('Followed', 'listSubscriptions', 'insert', ADDED, 'listsFollowed'),
  trigger('Unfollowed', 'listSubscriptions', 'delete', REMOVED, 'listsUnfollowed'),
]
