/**
 * Millions of feeds on one PostgreSQL: the schedule of many workers on a simulated clock and network. What the database does
 * is real and takes its turn; what the sites do is drawn.
 */
import { sql, type RawBuilder } from 'kysely'
import { createIds } from '../../src/core/ids.ts'
import { claimDue, release, renewLease, type Due } from '../../src/server/storage/feeds/feed-schedule.ts'
import {
  afterDocument,
  afterFailure,
  afterUnchanged,
  paceOf,
  shareOf,
} from '../../src/server/feeds/schedule/next.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { finish, type Finished } from '../../src/server/feeds/store/finish.ts'
import { storeEntries } from '../../src/server/feeds/store/store-entries.ts'
import { fullEntry } from '../../src/server/storage/entries/entries.ts'
import { addSubscription, removeSubscriptions } from '../../src/server/storage/lists/subscriptions.ts'
import { openAsItIs, openStorage, type Storage } from '../../src/server/storage/open.ts'
import { markAllRead } from '../../src/server/storage/reads/mark-all.ts'
import { markRead, unreadCounts } from '../../src/server/storage/reads/reads.ts'
import { newestArrival, timelinePage } from '../../src/server/storage/timeline/timeline.ts'
import { openExplained } from './explained.ts'
import { createOwnDatabase } from '../support/postgres.ts'
import { storedHtml } from '../support/stored-html.ts'
import { judging, type BenchOptions, type Figure } from './figure.ts'
import { randomFrom, text as prose } from './prose.ts'
import { cpuFrom, quantile } from './usage.ts'

export const name = 'many-feeds'
export const words =
  'claims and storing of many workers, simulated clock, plans of hot queries (LECTERN_TEST_DATABASE_URL of a superuser; BENCH_FEEDS 1000000, BENCH_WORKERS 200, BENCH_SECONDS 120; BENCH_MINUTES 5)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 1_000_000)
const WORKERS = Number(process.env['BENCH_WORKERS'] ?? 200)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 120)
/** As in the schedule of the server. */
const CLAIMED_MAX = 192
const REFILL_BELOW = CLAIMED_MAX * 0.75
const IDLE_MS = 5000
const LEASES_MS = 100_000
const TOGETHER_MS = 50
/** A moment with a long queue ends after this time of the real clock, whatever the simulated one shows. */
const MOMENT_MAX_MS = Number(process.env['BENCH_MINUTES'] ?? 5) * 60_000

/** Connections that claim and store at the same time, and for how long. */
const CONNECTIONS = [1, 4, 16, 64]
const TOGETHER_SECONDS = 20

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 1)

export async function* figures(): AsyncGenerator<Figure> {
  const database = await createOwnDatabase()
  if (!database.url) return
  const storage = await openStorage({ url: database.url, dir: '' })
  const judge = judging(name, (figure) => `${figure}, ${FEEDS} feeds, ${WORKERS} workers`)
  try {
    const seeded = performance.now()
    await seed(storage)
    yield judge('seeding', { product: (performance.now() - seeded) / 1000, unit: 's' })
    for (const [moment, start] of [
      ['each day', START],
      ['after a day without workers', START + 25 * 3_600_000],
    ] as const) {
      const due = (await dueBy(storage, start + SECONDS * 1000)) - (await dueBy(storage, start))
      await sql`update "feedSchedule" set lease = 0 where lease > 0`.execute(storage.db)
      const before = await usageOf(storage)
      const run = await simulate(storage, start)
      const after = await usageOf(storage)
      const inDatabase = [...run.claims, ...run.stores, ...run.renewals].reduce((sum, ms) => sum + ms, 0)
      const says = (figure: string, product: number, unit: string, bar?: number): Figure =>
        judge(`${moment}: ${figure}`, { product, unit, ...(bar !== undefined && { bar }) })
      yield says('fetched', run.fetched / run.seconds, 'feeds a second of the simulated clock')
      yield says('due', due / SECONDS, 'feeds that become due in a second of it')
      yield says(
        'the database alone',
        (run.fetched / inDatabase) * 1000,
        'feeds a second that one connection claims and stores',
      )
      yield says('delay, half', quantile(run.delays, 0.5) / 1000, 's from due to fetched')
      yield says('delay, 99 of 100', quantile(run.delays, 0.99) / 1000, 's from due to fetched')
      yield says('claim, half', quantile(run.claims, 0.5), 'ms')
      yield says('claim, 99 of 100', quantile(run.claims, 0.99), 'ms')
      yield says('store, half', quantile(run.stores, 0.5), 'ms for what one worker finishes in 50 ms')
      yield says('rows written', (after.written - before.written) / run.fetched, 'rows a fetch')
      yield says('log written', (after.wal - before.wal) / run.fetched, 'bytes of the log a fetch')
      for (const table of GROWING)
        yield says(`${table} scanned whole`, after.scans[table] - before.scans[table], 'times', 0)
      yield says('rows looked at', (after.looked - before.looked) / run.fetched, 'rows of indexes a fetch')
    }
    yield* plans(database.url, judge)
    for (const connections of CONNECTIONS) yield* together(database.url, connections, judge)
    yield judge('size of a feed', {
      product: (await sizeOf(storage)) / FEEDS,
      unit: 'bytes with its indexes',
    })
  } finally {
    await storage.close()
    await database.drop()
  }
}

/** Rows of a statement while seeding. */
const BATCH = 250_000

/**
 * Feeds whose waits are between one and six hours, of failing ones up to a day. Of 100 feeds 5 fail, 2 are gone, 15 are followed
 * by nobody, one by twenty users; every fourth has an entry. The account of the database must be a superuser: triggers and references
 * wait until the rows are there, and `followed` and the counts are written as the triggers have them.
 */
async function seed({ db }: Storage): Promise<void> {
  // No multiple of a hundred, so that the feeds of a user are of all kinds.
  const users = Math.ceil(FEEDS / 97)
  const fill = async (statement: RawBuilder<unknown>, rows: number): Promise<void> => {
    for (let from = 1; from <= rows; from += BATCH)
      await db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`set local synchronous_commit = off`.execute(trx)
        await sql`with n as (select n from generate_series(${from}::int, ${Math.min(rows, from + BATCH - 1)}::int) n)
          ${statement}`.execute(trx)
      })
  }
  await fill(
    sql`insert into "user" (id, name, email, "emailVerified", admin, "createdAt", "updatedAt")
      select 'u' || n, 'Reader ' || n, n || '@example.org', false, false, now(), now() from n`,
    users,
  )
  // Ids as long as the server's, in the order of their making.
  await fill(
    sql`insert into feeds (id, url, title, "createdAt", "updatedAt", etag)
      select (300000000000000000 + n)::text, 'https://site-' || (n % (${FEEDS}::int / 3 + 1)) || '.example/feed/' || n, 'Feed ' || n,
        ${START}::bigint - 86400000, ${START}::bigint - 86400000, 'W/"' || md5(n::text) || '"' from n`,
    FEEDS,
  )
  await fill(
    sql`insert into "feedSchedule" ("feedId", "checkedAt", "nextFetchAt", "quietFetches", failures, gone, followed)
      select (300000000000000000 + n)::text, ${START}::bigint - 3600000, ${START}::bigint + (random() * case when n % 100 < 5 then 24.0 else
          least(6.0, 1 + abs(random() + random() + random() - 1.5) * 8) end * 3600000)::bigint,
        repeat(rpad('1767225600000 304 00000000 000120', 33, ' ') || E'\n', 10),
        case when n % 100 < 5 then 6 else 0 end, case when n % 100 in (5, 6) then 1 else 0 end, ${IS_FOLLOWED}::int
      from n`,
    FEEDS,
  )
  const subscriptions = sql`insert into subscriptions ("userId", id, "feedId", view, "createdAt")`
  await fill(
    sql`${subscriptions} select 'u' || (1 + n % ${users}::int), 'feed/' || n, (300000000000000000 + n)::text, 0, ${START}::bigint
      from n where ${IS_FOLLOWED}`,
    FEEDS,
  )
  // Twenty more of every hundredth feed.
  await fill(
    sql`${subscriptions} select 'u' || (1 + (n * 7 + k) % ${users}::int), 'more/' || n || '/' || k,
      (300000000000000000 + n)::text, 0, ${START}::bigint from n, generate_series(1, 19) k where n % 100 = 50
      on conflict do nothing`,
    FEEDS,
  )
  await fill(
    sql`insert into entries (id, "feedId", guid, title, url, hash, "publishedAt", "insertedAt", "updatedAt")
      select (400000000000000000 + n)::text, (300000000000000000 + n)::text, 'first', 'Entry ' || n, 'https://example.org/' || n,
        md5(n::text), ${START}::bigint - 86400000 - n, ${START}::bigint - 86400000, ${START}::bigint - 86400000 from n where n % 4 = 0`,
    FEEDS,
  )
  await fill(
    sql`insert into "feedCounts" select (300000000000000000 + n)::text, 1 from n where n % 4 = 0`,
    FEEDS,
  )
  await sql`analyze`.execute(db)
}

const IS_FOLLOWED = sql`(n % 100 < 85)`

/** Each hot query at this size: whether it reads a table that grows from its beginning to its end, and PostgreSQL's price of it. */
async function* plans(
  url: string,
  judge: (figure: string, input: BenchOptions) => Figure,
): AsyncGenerator<Figure> {
  const { storage, explain } = openExplained(url)
  const [user, other] = ['u7', 'u8']
  const followed = { kind: 'followed', userId: user } as const
  const now = START + 26 * 3_600_000
  try {
    const page = await timelinePage(storage, followed, {}, 50)
    const own = page.map(({ id }) => id)
    const feedIds = page.slice(0, 8).map(({ feedId }) => feedId)
    const due = await claimDue(storage, now, CLAIMED_MAX)
    const states = due.map((feed) => stateAfter({ feed, entries: [], failed: false }, now))
    const row = { view: 0, category: null, title: null, isPrivate: 0, hideFromTimeline: 0 } as const
    const queries: Readonly<Record<string, () => Promise<unknown>>> = {
      'a claim': () => claimDue(storage, now, CLAIMED_MAX),
      'a renewal of leases': () =>
        renewLease(
          storage,
          due.map(({ id }) => id),
          now,
        ),
      'a release of leases': () =>
        release(
          storage,
          due.map(({ id }) => id),
        ),
      'fetches without changes': () =>
        storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, states)),
      'new entries': () =>
        storage.db.transaction().execute(async (db) => {
          const entries = [entryAt(now, 0.5), entryAt(now - MINUTE, 0.5)]
          const [feed] = due as [Due]
          const newId = createIds(2, () => now)
          await storeEntries(db, entries, { feedId: feed.id, kind: storage.kind, now, newId })
          await finish({ db, kind: storage.kind }, [stateAfter({ feed, entries, failed: false }, now)])
        }),
      'a timeline page': () => timelinePage(storage, followed, {}, 50),
      'unread entries of a timeline': () => timelinePage(storage, followed, { read: false }, 50),
      'unread counts': () => unreadCounts(storage, user),
      'the newest arrival': () => newestArrival(storage, followed, START),
      'one entry': () => fullEntry(storage, user, own[0] ?? ''),
      'marks of entries': () => markRead(storage, user, own, now),
      'a timeline marked read': () => markAllRead(storage, followed, {}, { readAt: now, batch: 'bench' }),
      'a new subscription': () =>
        addSubscription(storage, {
          ...row,
          id: 'bench',
          userId: other,
          feedId: feedIds[0] ?? '',
          createdAt: now,
        }),
      'ended subscriptions': () => removeSubscriptions(storage, user, feedIds),
    }
    for (const [query, work] of Object.entries(queries)) {
      const { scans, cost, wal } = await explain(work)
      const tables = [...new Set(scans)].join(', ')
      yield judge(`plan of ${query}`, {
        product: scans.length,
        bar: 0,
        unit: `tables that grow, read whole${tables && `: ${tables}`}`,
      })
      yield judge(`cost of ${query}`, { product: cost, unit: "in PostgreSQL's pages" })
      yield judge(`log of ${query}`, { product: wal / 1000, unit: 'kB, right after a checkpoint' })
    }
  } finally {
    await storage.close()
  }
}

type Work = { readonly at: number; readonly worker: number; readonly run: () => Promise<void> }

async function dueBy({ db }: Storage, at: number): Promise<number> {
  const { rows } = await sql<{
    n: string
  }>`select count(*) n from "feedSchedule" where followed = 1 and gone = 0 and "nextFetchAt" <= ${at}`.execute(
    db,
  )
  return Number(rows[0]?.n)
}

async function simulate(storage: Storage, start: number) {
  const draw = drawing()
  const newId = createIds(1, () => now)
  const end = start + SECONDS * 1000
  const queue = heap()
  const running = Array.from({ length: WORKERS }, () => new Set<string>())
  const finished = Array.from({ length: WORKERS }, (): Result[] => [])
  const isIdle = Array.from({ length: WORKERS }, () => true)
  const [claims, stores, renewals, delays]: number[][] = [[], [], [], []]
  let now = start
  let fetched = 0
  const timed = async <T>(list: number[], work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    list.push(performance.now() - began)
    return result
  }
  const claim = async (worker: number): Promise<void> => {
    const own = running[worker] as Set<string>
    const free = CLAIMED_MAX - own.size
    const feeds = await timed(claims as number[], () => claimDue(storage, now, free))
    for (const feed of feeds) {
      own.add(feed.id)
      delays?.push(now - feed.nextFetchAt)
      queue.add({ at: now + draw.milliseconds(), worker, run: () => received(worker, feed) })
    }
    isIdle[worker] = feeds.length < free
    if (isIdle[worker]) queue.add({ at: now + IDLE_MS, worker, run: () => claim(worker) })
  }
  const received = async (worker: number, feed: Due): Promise<void> => {
    const list = finished[worker] ?? []
    list.push(resultOf(feed, now, draw.share))
    if (list.length === 1) queue.add({ at: now + TOGETHER_MS, worker, run: () => store(worker) })
  }
  const store = async (worker: number): Promise<void> => {
    const list = (finished[worker] ?? []).splice(0)
    await timed(stores as number[], () => storeResults(storage, list, { now, newId }))
    fetched += list.length
    const own = running[worker] as Set<string>
    for (const { feed } of list) own.delete(feed.id)
    if (!isIdle[worker] && own.size <= REFILL_BELOW) {
      isIdle[worker] = true
      await claim(worker)
    }
  }
  const renew = async (worker: number): Promise<void> => {
    await timed(renewals as number[], () => renewLease(storage, [...(running[worker] ?? [])], now))
    queue.add({ at: now + LEASES_MS, worker, run: () => renew(worker) })
  }
  for (let worker = 0; worker < WORKERS; worker += 1) {
    queue.add({ at: start + Math.round((worker * IDLE_MS) / WORKERS), worker, run: () => claim(worker) })
    queue.add({ at: start + LEASES_MS + worker, worker, run: () => renew(worker) })
  }
  const began = performance.now()
  while (performance.now() - began < MOMENT_MAX_MS) {
    const next = queue.take()
    if (!next || next.at > end) break
    now = next.at
    await next.run()
  }
  return { fetched, seconds: (now - start) / 1000, claims, stores, renewals, delays } as Simulated
}

type Result = { readonly feed: Due; readonly entries: readonly ParsedEntry[]; readonly failed: boolean }

/** Of 100 fetches ten bring two entries, and five fail. */
function resultOf(feed: Due, now: number, share: () => number): Result {
  const outcome = share()
  const entries = outcome < 0.1 ? [entryAt(now, share()), entryAt(now - MINUTE, share())] : []
  return { feed, entries, failed: outcome > 0.95 }
}

const storeResults = (
  { db, kind }: Storage,
  results: readonly Result[],
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const { feed, entries } of results)
      if (entries.length > 0) await storeEntries(trx, entries, { feedId: feed.id, kind, now, newId })
    await finish(
      { db: trx, kind },
      results.map((one) => stateAfter(one, now)),
    )
  })

/**
 * Workers with a connection each, of which none waits for a site, when all feeds are due: they claim, and store each result by itself, as
 * two hundred workers do that share the feeds.
 */
async function* together(
  url: string,
  connections: number,
  judge: (figure: string, input: BenchOptions) => Figure,
): AsyncGenerator<Figure> {
  const now = START + 60 * 3_600_000
  const claims: number[] = []
  let ends = 0
  const work = async ({ storage, worker }: { storage: Storage; worker: number }): Promise<number> => {
    const share = randomFrom(100 + worker)
    const newId = createIds(connections * 10 + worker, () => now)
    let stored = 0
    while (performance.now() < ends) {
      const requestedAt = performance.now()
      const feeds = await claimDue(storage, now, CLAIMED_MAX)
      claims.push(performance.now() - requestedAt)
      if (feeds.length === 0) break
      for (const feed of feeds) {
        if (performance.now() >= ends) break
        await storeResults(storage, [resultOf(feed, now, share)], { now, newId })
        stored += 1
      }
    }
    return stored
  }
  const workers = Array.from({ length: connections }, (_, worker) => ({
    worker,
    storage: openAsItIs({ url, dir: '' }),
  }))
  try {
    const pids = await Promise.all(workers.map(({ storage }) => backendOf(storage)))
    const inDatabase = cpuFrom(pids)
    const here = process.cpuUsage()
    const began = performance.now()
    ends = began + TOGETHER_SECONDS * 1000
    const counts = await Promise.all(workers.map(work))
    const stored = counts.reduce((sum, count) => sum + count, 0)
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(here)
    const says = (figure: string, product: number, unit: string): Figure =>
      judge(`${connections} at once: ${figure}`, { product, unit })
    yield says('stored', stored / seconds, 'feeds a second')
    yield says("PostgreSQL's CPU", inDatabase() / stored, 'ms a feed')
    yield says("the workers' CPU", (user + system) / 1000 / stored, 'ms a feed, claims and storing alone')
    yield says('claim, 99 of 100', quantile(claims, 0.99), 'ms')
  } finally {
    for (const { storage } of workers) await storage.close()
  }
}

async function backendOf({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(db)
  return Number(rows[0]?.pid)
}

type Simulated = {
  readonly fetched: number
  /** Of the simulated clock. */
  readonly seconds: number
} & Readonly<Record<'claims' | 'stores' | 'renewals' | 'delays', readonly number[]>>

function stateAfter(
  { feed, entries, failed }: { feed: Due; entries: readonly ParsedEntry[]; failed: boolean },
  now: number,
): Finished {
  const pace = paceOf(feed, { now, share: shareOf(feed.id) })
  const wait = Math.max(60, (feed.nextFetchAt - (feed.checkedAt ?? now)) / MINUTE)
  const fetch = { feedId: feed.id, at: now, bytes: 0, milliseconds: 120, message: null }
  if (failed) {
    const failures = feed.failures + 1
    const message = 'The site does not respond'
    return {
      feedId: feed.id,
      state: {
        checkedAt: now,
        failures,
        errorAt: now,
        errorMessage: message,
        nextFetchAt: afterFailure(pace, failures, null),
      },
      fetch: { ...fetch, status: null, outcome: 'failed', newEntries: 0, message },
    }
  }
  if (entries.length === 0)
    return {
      feedId: feed.id,
      state: { checkedAt: now, failures: 0, nextFetchAt: afterUnchanged(pace, wait) },
      fetch: { ...fetch, status: 304, outcome: 'unchanged', newEntries: 0 },
    }
  const times = entries.map(({ publishedAt }) => publishedAt)
  return {
    feedId: feed.id,
    state: {
      checkedAt: now,
      failures: 0,
      errorAt: null,
      errorMessage: null,
      nextFetchAt: afterDocument(pace, times),
    },
    fetch: { ...fetch, status: 200, outcome: 'stored', newEntries: entries.length },
  }
}

const TEXT = storedHtml(`<p>${prose(randomFrom(3), 450)}</p>`)
const entryAt = (publishedAt: number, share: number): ParsedEntry => ({
  guid: `entry ${publishedAt} ${share}`,
  title: `What happened at ${publishedAt}`,
  url: `https://example.org/${publishedAt}/${share}`,
  content: TEXT,
  description: TEXT.slice(0, 200),
  author: null,
  authorUrl: null,
  authorAvatar: null,
  language: 'en',
  categories: [],
  media: [],
  attachments: [],
  extra: null,
  publishedAt,
})

/** Random numbers that are the same in each run: how long sites take, most often half a second and at times twenty. */
function drawing() {
  const share = randomFrom(7)
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share())
  return { share, milliseconds: () => Math.round(Math.min(20_000, 500 * Math.exp(0.9 * normal()))) }
}

/** Work in the order of its time: a binary heap. */
function heap() {
  const list: Work[] = []
  const at = (index: number) => list[index]?.at ?? Infinity
  const swap = (a: number, b: number) => {
    ;[list[a], list[b]] = [list[b] as Work, list[a] as Work]
  }
  return {
    add(work: Work): void {
      let index = list.push(work) - 1
      while (index > 0 && at((index - 1) >> 1) > at(index)) {
        swap(index, (index - 1) >> 1)
        index = (index - 1) >> 1
      }
    },
    take(): Work | undefined {
      const first = list[0]
      const last = list.pop()
      if (!first || !last || list.length === 0) return first
      list[0] = last
      for (let index = 0; ;) {
        const child = at(2 * index + 1) <= at(2 * index + 2) ? 2 * index + 1 : 2 * index + 2
        if (at(child) >= at(index)) return first
        swap(index, child)
        index = child
      }
    },
  }
}

/** Whose rows no query may read one after another. */
const GROWING = ['feeds', 'feedSchedule', 'subscriptions', 'entries'] as const

/** The counters of PostgreSQL itself. */
async function usageOf({ db }: Storage) {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ table: string } & Record<'written' | 'wal' | 'scans' | 'looked', string>>`
    select relname "table", n_tup_ins + n_tup_upd + n_tup_del written, seq_scan scans, coalesce(idx_tup_fetch, 0) looked,
      pg_current_wal_lsn() - '0/0'::pg_lsn wal
    from pg_stat_user_tables`.execute(db)
  const sum = (count: 'written' | 'looked') => rows.reduce((all, row) => all + Number(row[count]), 0)
  const scansOf = (table: string) => Number(rows.find((row) => row.table === table)?.scans ?? 0)
  return {
    written: sum('written'),
    looked: sum('looked'),
    wal: Number(rows[0]?.wal),
    scans: {
      feeds: scansOf('feeds'),
      feedSchedule: scansOf('feedSchedule'),
      subscriptions: scansOf('subscriptions'),
      entries: scansOf('entries'),
    },
  }
}

async function sizeOf({ db }: Storage): Promise<number> {
  const { rows } = await sql<{
    n: string
  }>`select pg_total_relation_size('feeds') + pg_total_relation_size('"feedSchedule"') n`.execute(db)
  return Number(rows[0]?.n)
}
