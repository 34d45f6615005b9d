/** Metrics of the server, counted on request. */
import { sql } from 'kysely'
import { latestBackups, latestGoodBackup } from '../storage/processes/backups.ts'
import { lastFetches } from '../storage/feeds/feeds-read.ts'
import { startsWith } from '../storage/engine/like.ts'
import type { Storage } from '../storage/open.ts'

/** Jobs of one queue. `due` should run now, `failing` has failed at least once. */
export type QueueMetrics = {
  readonly waiting: number
  readonly due: number
  readonly running: number
  readonly failing: number
}

/** @param now ms since 1970 */
export async function queueMetrics(
  { db }: Storage,
  now: number,
  name?: string,
): Promise<Record<string, QueueMetrics>> {
  const sum = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`
  const idle = sql<boolean>`lease < ${now}`
  let query = db
    .selectFrom('jobs')
    .select([
      'queue',
      sum(idle).as('waiting'),
      sum(sql<boolean>`${idle} and "runAt" <= ${now}`).as('due'),
      sum(sql<boolean>`lease >= ${now}`).as('running'),
      sum(sql<boolean>`attempts > 1`).as('failing'),
    ])
    .groupBy('queue')
  if (name !== undefined) query = query.where('queue', '=', name)
  const rows = await query.execute()
  return Object.fromEntries(
    rows.map(({ queue, ...counts }) => [
      queue,
      {
        waiting: Number(counts.waiting),
        due: Number(counts.due),
        running: Number(counts.running),
        failing: Number(counts.failing),
      },
    ]),
  )
}

type DatabaseMetric =
  | 'users'
  | 'sessions'
  | `feeds${'' | '_due' | '_failing' | '_gone'}`
  | 'entries'
  | 'subscriptions'

/** Rows by table, feeds by state. */
export async function databaseMetrics(
  { db }: Storage,
  now: number,
): Promise<Readonly<Record<DatabaseMetric, number>>> {
  const { rows } = await sql<Record<DatabaseMetric, number | string>>`select
    (select count(*) from "user") as users,
    (select count(*) from session) as sessions,
    (select count(*) from feeds) as feeds,
    (select count(*) from "feedSchedule" where gone = 0 and followed = 1 and "nextFetchAt" <= ${now}) as feeds_due,
    (select count(*) from "feedSchedule" where failures > 0) as feeds_failing,
    (select count(*) from "feedSchedule" where gone = 1) as feeds_gone,
    (select count(*) from entries) as entries,
    (select count(*) from subscriptions) as subscriptions`.execute(db)
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(counts) as Record<DatabaseMetric, number>
}

/** Size of the database on disk, in bytes, its indexes included. */
export async function databaseBytes({ db, kind }: Storage): Promise<number> {
  const size =
    kind === 'postgres'
      ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number | string }>`select p.page_count * s.page_size as bytes
          from pragma_page_count() p, pragma_page_size() s`
  const { rows } = await size.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Number of feeds that were fetched since a time, ms since 1970. */
export async function feedsCheckedSince({ db }: Storage, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('feedSchedule')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('checkedAt', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Latency of a minimal query, ms; rejects when the database is unreachable. */
export async function pulse({
  db,
  kind,
}: Storage): Promise<{ ok: true; kind: string; milliseconds: number }> {
  const began = performance.now()
  await sql`select 1`.execute(db)
  return { ok: true, kind, milliseconds: Math.round((performance.now() - began) * 100) / 100 }
}

const HOUR_MS = 3_600_000

/** Results of the last fetches of feeds, by hour, the oldest first. @param prefix of their addresses */
export async function fetchMetrics(storage: Storage, prefix: string) {
  const feeds = await storage.db
    .selectFrom('feeds')
    .innerJoin('feedSchedule', 'feedSchedule.feedId', 'feeds.id')
    .select(['id', 'quietFetches'])
    .where(startsWith('feeds.url', prefix))
    .execute()
  const fetches = await lastFetches(storage, feeds)
  const hours = Map.groupBy(fetches, ({ at }) => at - (at % HOUR_MS))
  return [...hours]
    .toSorted(([a], [b]) => a - b)
    .map(([hour, some]) => {
      const errorCount = some.filter(({ outcome }) => outcome === 'failed').length
      const successCount = some.length - errorCount
      const timestamp = new Date(hour).toISOString()
      return { timestamp, successCount, errorCount, successRate: successCount / some.length }
    })
}

/** Of the nightly backups; 0 seconds where none could be restored yet. */
export async function backupMetrics(storage: Storage): Promise<Readonly<Record<string, number>>> {
  const [last] = await latestBackups(storage, 1)
  if (!last) return {}
  const good = await latestGoodBackup(storage)
  return {
    backup_restored_timestamp_seconds: Math.round(Number(good?.finishedAt ?? 0) / 1000),
    backup_failed: last.message === null ? 0 : 1,
  }
}
