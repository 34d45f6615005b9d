import { sql, type Kysely } from 'kysely'
import { createTables } from './tables.ts'

/**
 * Feeds that any user has ever followed privately. The mark is never removed, so that such a feed does not become public
 * when its follower leaves; whether it is followed openly is in subscriptions. Set by a trigger on
 * subscriptions. A table of its own, so that setting it does not wait for a fetch of the feed.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await createTables(db, kind, '0022-private-feeds')
  await sql`insert into "privateFeeds" select distinct "feedId" from subscriptions where "isPrivate" = 1`.execute(
    db,
  )
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
}

const MARK = `insert into "privateFeeds" ("feedId") values (new."feedId") on conflict ("feedId") do nothing;`
const SQLITE = [
  `create trigger "privateFollowed" after insert on subscriptions when new."isPrivate" = 1 begin ${MARK} end`,
  `create trigger "privateChanged" after update of "isPrivate", "feedId" on subscriptions when new."isPrivate" = 1
    begin ${MARK} end`,
]

/** Whole statements at once, in the order of the feeds, so that two of them never deadlock. */
const POSTGRES = [
  `create function "markPrivateFeeds"() returns trigger language plpgsql as $$ begin
    insert into "privateFeeds" select distinct a."feedId" from added a where a."isPrivate" = 1 order by a."feedId"
      on conflict ("feedId") do nothing;
    return null;
  end $$`,
  `create trigger "privateFollowed" after insert on subscriptions referencing new table as added
    for each statement execute function "markPrivateFeeds"()`,
  `create trigger "privateChanged" after update on subscriptions referencing new table as added
    for each statement execute function "markPrivateFeeds"()`,
]
