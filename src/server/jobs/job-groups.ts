/** The jobs of the table in groups, for lists. */
import { sql } from 'kysely'
import type { Storage } from '../storage/open.ts'

/** Times are ms since 1970; `ranAt`, `ranMs` and `failure` are of the last run of the group. */
export type JobGroupRow = {
  readonly queue: string
  /** Of the one job; empty where the group is the whole queue. */
  readonly key: string
  readonly count: number
  readonly running: number
  readonly failing: number
  /** Of the next that does not run yet; null where there is none. */
  readonly runAt: number | null
  readonly ranAt: number | null
  readonly ranMs: number | null
  readonly failure: string | null
}

type Which = {
  /** Only jobs that concern this user; null: all jobs. */
  readonly userId: string | null
  /** The queue whose jobs are groups of their own. */
  readonly apart?: string
}

/** @param now ms since 1970 */
export async function jobGroups(
  { db }: Storage,
  now: number,
  { userId, apart = '' }: Which,
): Promise<JobGroupRow[]> {
  const key = sql<string>`case when queue = ${apart} then key else '' end`
  const jobs = db
    .selectFrom('jobs')
    .select([
      'queue',
      'runAt',
      'lease',
      'ranAt',
      'ranMs',
      'failure',
      key.as('key'),
      sql<number>`row_number() over (partition by queue, ${key} order by coalesce("ranAt", 0) desc)`.as(
        'latest',
      ),
    ])
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .as('grouped')
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number | string>`sum(case when ${condition} then 1 else 0 end)`
  const rows = await db
    .selectFrom(jobs)
    .select(({ fn }) => [
      'queue',
      'key',
      fn.countAll<number | string>().as('count'),
      count(sql`lease >= ${now}`).as('running'),
      count(sql`failure is not null`).as('failing'),
      sql<number | string | null>`min(case when lease < ${now} then "runAt" end)`.as('runAt'),
      fn.max<number | string | null>('ranAt').as('ranAt'),
      sql<number | string | null>`max(case when latest = 1 then "ranMs" end)`.as('ranMs'),
      sql<string | null>`max(case when latest = 1 then failure end)`.as('failure'),
    ])
    .groupBy(['queue', 'key'])
    .orderBy('queue')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    running: Number(row.running),
    failing: Number(row.failing),
    runAt: numberOrNull(row.runAt),
    ranAt: numberOrNull(row.ranAt),
    ranMs: numberOrNull(row.ranMs),
  }))
}

const numberOrNull = (value: number | string | null): number | null => (value === null ? null : Number(value))
