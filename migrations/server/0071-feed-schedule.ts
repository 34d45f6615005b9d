import { sql, type Kysely } from 'kysely'

type Kind = 'sqlite' | 'postgres'

/**
 * What each fetch changes of a feed has a narrow table: a row of `feeds`, which is wide and has three indexes, is written only when
 * a document changes it. `followed` is maintained by the triggers of step 0068, which write it here now. On PostgreSQL pages keep room
 * for the next version of a row.
 */
export async function up(db: Kysely<unknown>, kind: Kind): Promise<void> {
  // Taken only by what follows, the lock could wait for a transaction that waits for this one.
  if (kind === 'postgres') await sql`lock table feeds in access exclusive mode`.execute(db)
  const room = sql.raw(kind === 'postgres' ? ' with (fillfactor = 80)' : '')
  // While rows are copied PostgreSQL would lock, which is to write, the row of each feed.
  const reference = sql.raw(kind === 'postgres' ? '' : ' references feeds (id) on delete cascade')
  await sql`create table "feedSchedule" (
    "feedId" text primary key${reference}, "nextFetchAt" bigint not null,
    lease bigint default 0 not null, "checkedAt" bigint, "waitUntil" bigint, failures integer default 0 not null,
    gone integer default 0 not null, followed integer default 0 not null, "quietFetches" text)${room}`.execute(
    db,
  )
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)))
  await sql`insert into "feedSchedule" ("feedId", ${columns}) select id, ${columns} from feeds`.execute(db)
  if (kind === 'postgres')
    await sql`alter table "feedSchedule" add foreign key ("feedId") references feeds (id) on delete cascade`.execute(
      db,
    )
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  await db.schema.dropIndex('feedsDue').execute()
  for (const name of COLUMNS) await db.schema.alterTable('feeds').dropColumn(name).execute()
  if (kind === 'postgres') await sql`alter table feeds set (fillfactor = 90)`.execute(db)
  const later = sql.raw(kind === 'postgres' ? 'greatest' : 'max')
  await sql`create index "feedScheduleDue" on "feedSchedule" (${later}("nextFetchAt", lease))
    where followed = 1 and gone = 0`.execute(db)
}

const COLUMNS = [
  'nextFetchAt',
  'lease',
  'checkedAt',
  'waitUntil',
  'failures',
  'gone',
  'followed',
  'quietFetches',
] as const

/** Of a row of feedSchedule. */
const FOLLOWED = `(case when exists (select 1 from subscriptions s where s."feedId" = "feedSchedule"."feedId")
  or exists (select 1 from "listFeeds" lf join "listSubscriptions" ls on ls."listId" = lf."listId"
    where lf."feedId" = "feedSchedule"."feedId") then 1 else 0 end)`

const setFor = (ids: string): string =>
  `update "feedSchedule" set followed = ${FOLLOWED} where "feedId" in (${ids}) and followed <> ${FOLLOWED};`
const feedsOf = (row: 'new' | 'old'): string =>
  `select lf."feedId" from "listFeeds" lf where lf."listId" = ${row}."listId"`

const trigger = (table: string, name: string, change: string, ids: string): readonly string[] => [
  `drop trigger "${table}${name}"`,
  `create trigger "${table}${name}" after ${change} on "${table}" begin ${setFor(ids)} end`,
]

const SQLITE = [
  ...['subscriptions', 'listFeeds'].flatMap((table) => [
    ...trigger(table, 'Followed', 'insert', 'new."feedId"'),
    ...trigger(table, 'Unfollowed', 'delete', 'old."feedId"'),
    ...trigger(table, 'Moved', 'update of "feedId"', 'old."feedId", new."feedId"'),
  ]),
  ...trigger('listSubscriptions', 'Followed', 'insert', feedsOf('new')),
  ...trigger('listSubscriptions', 'Unfollowed', 'delete', feedsOf('old')),
]

/** As in step 0068. What deletes a feed after its last follower has the rows of both tables by then. */
const POSTGRES = [
  `create or replace function "scheduleFeeds"(ids text[]) returns void language plpgsql as $$ begin
    perform 1 from "feedSchedule" where "feedId" = any (ids) order by "feedId" for key share;
    update "feedSchedule" set followed = 1
      where "feedId" in (select f."feedId" from "feedSchedule" f where f."feedId" = any (ids) and f.followed = 0
        order by f."feedId" for no key update)
      and ${FOLLOWED} = 1;
  end $$`,
  `create or replace function "unscheduleFeeds"(ids text[]) returns void language plpgsql as $$ declare locked text[]; begin
    locked := array(select feeds.id from feeds join "feedSchedule" on "feedSchedule"."feedId" = feeds.id
      where feeds.id = any (ids) and followed = 1 and ${FOLLOWED} = 0 order by feeds.id for update skip locked);
    update "feedSchedule" set followed = 0 where "feedId" = any (locked) and ${FOLLOWED} = 0;
  end $$`,
]
