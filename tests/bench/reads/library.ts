/** Databases of a hundred to a million entries, created once in `.bench` (or on a server) and reused. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { storedToken } from '../../../src/server/accounts/hashed-sessions.ts'
import { openStorage, type Kind } from '../../../src/server/storage/open.ts'
import { seedUser } from '../../support/storage.ts'
import { article, randomFrom, text } from '../prose.ts'
import { START } from '../crawl/documents.ts'
import { storedHtml } from '../../support/stored-html.ts'

/** The feeds, the user's subscriptions, and the share of read entries. */
const FEEDS = 1000
const FOLLOWED_OF_TEN = 3
const READ_OF_TEN = 6
export const TOKEN = 'bench-session-token'
export const READER = '9000000000000000001'

export type Library = {
  readonly kind: Kind
  readonly entries: number
  /** As in the server's settings. */
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL: string }
}

const BENCH = join(import.meta.dirname, '../../../.bench')

/** @param server postgres://… of a server where databases may be created; undefined for SQLite */
export async function libraryOf(entries: number, server?: string): Promise<Library> {
  const DATA_DIR = join(BENCH, `reads-${entries}${server ? '-postgres' : ''}`)
  const DATABASE_URL = server ? await databaseOf(server, `lectern_bench_${entries}`) : ''
  mkdirSync(DATA_DIR, { recursive: true })
  const storage = await openStorage({ url: DATABASE_URL, dir: DATA_DIR })
  const { db, kind } = storage
  try {
    // The user is written last: a database without one is incomplete.
    const done = await db
      .selectFrom('session')
      .select('id')
      .where('token', '=', storedToken(TOKEN))
      .executeTakeFirst()
    if (!done) {
      await db.deleteFrom('feeds').execute()
      await db.deleteFrom('user').execute()
      const id = await seedUser(storage, { id: READER, admin: true })
      const rows = await writer(kind, DATA_DIR, DATABASE_URL)
      await fill(rows, id, entries)
      await rows.close()
      const time = kind === 'sqlite' ? new Date().toISOString() : new Date()
      const later = kind === 'sqlite' ? '2100-01-01T00:00:00.000Z' : new Date('2100-01-01')
      const session = { id: TOKEN, token: storedToken(TOKEN), userId: id, ipAddress: null, userAgent: null }
      await db
        .insertInto('session')
        .values({ ...session, expiresAt: later, createdAt: time, updatedAt: time })
        .execute()
    }
    // Undone marks of earlier runs: a running server deletes them within a minute, one stopped by a bench does not.
    if (kind === 'postgres') await sql`vacuum analyze reads`.execute(db)
  } finally {
    await storage.close()
  }
  return { kind, entries, env: { DATA_DIR, DATABASE_URL } }
}

async function databaseOf(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

type Row = Readonly<Record<string, string | number | null>>
type Writer = {
  readonly write: (table: string, rows: readonly Row[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Below the repositories: a million rows through a query builder would take an hour. */
async function writer(kind: Kind, dir: string, url: string): Promise<Writer> {
  if (kind === 'sqlite') {
    const db = new DatabaseSync(join(dir, 'lectern.sqlite'), { timeout: 5000 })
    db.exec('pragma journal_mode=WAL; pragma synchronous=OFF; pragma cache_size=-262144')
    return {
      async write(table, rows) {
        const columns = Object.keys(rows[0] ?? {})
        const statement = db.prepare(
          `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
        )
        db.exec('begin')
        for (const row of rows) statement.run(...columns.map((name) => row[name] ?? null))
        db.exec('commit')
      },
      async close() {
        db.exec('analyze; pragma wal_checkpoint(truncate)')
        db.close()
      },
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  return {
    async write(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      const names = columns.map((name) => `"${name}"`).join()
      await client.query(
        `insert into "${table}" (${names}) select ${names} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
        [JSON.stringify(rows)],
      )
    },
    async close() {
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}

const BATCH = 2000
const idOf = (kind: 1 | 2, number: number): string => `${kind}${String(number).padStart(17, '0')}`
export const feedIdOf = (feed: number): string => idOf(1, feed)
export const entryIdOf = (entry: number): string => idOf(2, entry)
const feedOf = (entry: number): number => (entry * 7919) % FEEDS
const isFollowed = (feed: number): boolean => feed % 10 < FOLLOWED_OF_TEN
/** A minute between one entry and the next. */
export const publishedAt = (entry: number, of: number): number => START - (of - entry) * 60_000

async function fill({ write }: Writer, userId: string, entries: number): Promise<void> {
  const feeds = Array.from({ length: FEEDS }, (_, feed) => feed)
  // Nothing is due: what is measured is reading.
  const times = { createdAt: START, updatedAt: START }
  const state = { checkedAt: START, nextFetchAt: Date.UTC(2100, 0, 1), failures: 0, gone: 0, lease: 0 }
  await write(
    'feeds',
    feeds.map((feed) => ({
      id: feedIdOf(feed),
      url: `https://feed${feed}.example/feed.xml`,
      title: `Feed ${feed}`,
      siteUrl: `https://feed${feed}.example/`,
      ...times,
    })),
  )
  await write(
    'feedSchedule',
    feeds.map((feed) => ({ feedId: feedIdOf(feed), ...state })),
  )
  await write(
    'subscriptions',
    feeds.filter(isFollowed).map((feed) => ({
      id: idOf(1, feed),
      userId,
      feedId: feedIdOf(feed),
      view: 0,
      isPrivate: 0,
      hideFromTimeline: 0,
      createdAt: START,
    })),
  )
  const random = randomFrom(11)
  for (let from = 0; from < entries; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, entries - from) }, (_, at) => from + at)
    await write(
      'entries',
      numbers.map((number) => entryRow(number, entries, random)),
    )
    await write(
      'entryContents',
      numbers.map((number) => ({
        entryId: entryIdOf(number),
        content: storedHtml(article(random, number, 120)),
      })),
    )
    const read = numbers.filter((number) => isFollowed(feedOf(number)) && random() * 10 < READ_OF_TEN)
    const marks = read.map((number) => ({
      userId,
      entryId: entryIdOf(number),
      readAt: START,
      feedId: feedIdOf(feedOf(number)),
    }))
    if (marks.length > 0) await write('reads', marks)
  }
}

function entryRow(number: number, of: number, random: () => number): Row {
  const at = publishedAt(number, of)
  const url = `https://feed${feedOf(number)}.example/${number}`
  return {
    id: entryIdOf(number),
    feedId: feedIdOf(feedOf(number)),
    guid: url,
    title: text(random, 8),
    url,
    description: text(random, 40),
    author: 'Ann Writer',
    language: 'en',
    categories: '["bench"]',
    media: `[{"type":"photo","url":"https://feed.example/${number}.jpg","width":640,"height":360}]`,
    hash: String(number),
    publishedAt: at,
    insertedAt: at,
    updatedAt: at,
  }
}
