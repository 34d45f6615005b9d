import { sql, type Kysely } from 'kysely'

/**
 * Most fetches find nothing new: the last ten of a feed are in its own row, newest first, a line of 34
 * letters each (time, status, bytes, milliseconds), written by the statement that records the check of the feed. So a
 * crawl of unchanged feeds adds and deletes no row; the table has the fetches that brought something or failed.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema.alterTable('feeds').addColumn('quietFetches', 'text').execute()
  const lines = kind === 'sqlite' ? SQLITE_LINES : POSTGRES_LINES
  await sql`update feeds set "quietFetches" = q.lines from (
      select "feedId", ${sql.raw(lines)} as lines from (
        select *, row_number() over (partition by "feedId" order by "at" desc) as place from "feedFetches"
        where ${QUIET}) f
      where place <= 10 group by "feedId") q
    where feeds.id = q."feedId"`.execute(db)
  await sql`delete from "feedFetches" where ${QUIET}`.execute(db)
}

/** Only what a line can hold. */
const QUIET = sql`outcome = 'unchanged' and message is null and "newEntries" = 0 and status between 100 and 999
  and "at" between 0 and 9999999999999`

const SQLITE_LINES = `group_concat(printf('%013d %03d %08d %06d', "at", status, min(bytes, 99999999),
  min(milliseconds, 999999)) || char(10), '' order by "at" desc)`
const POSTGRES_LINES = `string_agg(lpad("at"::text, 13, '0') || ' ' || status || ' '
  || lpad(least(bytes, 99999999)::text, 8, '0') || ' ' || lpad(least(milliseconds, 999999)::text, 6, '0') || chr(10),
  '' order by "at" desc)`
