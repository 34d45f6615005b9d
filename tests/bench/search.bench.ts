/** Searching follow.db for words of a language that writes spaces, and of Chinese and Japanese, which do not. */
import initSqlJs from 'sql.js/dist/sql-wasm.js'
import type { Database, InitSqlJsStatic, Statement } from 'sql.js'
import type { SearchHit } from '../../src/local/calls.ts'
import { nodeSqlite } from '../../src/local/memory-local.ts'
import { entry } from '../../src/local/worker/entry.sample.ts'
import { openDatabase, type LocalDatabase } from '../../src/local/worker/database.ts'
import { matchExpression } from '../../src/local/worker/repositories/search-text.ts'
import { localMigrationSource } from '../../src/local/worker/migration-source.ts'
import { ramFolder } from '../../src/local/worker/storage/ram-file.ts'
import { judging, type Figure } from './figure.ts'
import { glyphs, randomFrom, text as prose } from './prose.ts'
import { inTurn, medians } from './interleave.ts'
import { costOf } from './usage.ts'

export const name = 'search'
export const words =
  'searching entries in follow.db, Chinese and Japanese included (BENCH_ENTRIES=10000,100000)'

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,100000').split(',').map(Number)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
/** Of each kind and run. */
const SEARCHES = 200
const HITS = 30
const AT_ONCE = 2000
/** ms between two entries */
const APART = 60_000
const NOW = Date.UTC(2026, 0, 1)

/** Typed queries: rare and common words, one, two, and a prefix. */
const typed = {
  'a word': (random: () => number) => `${prose(random, 1)} `,
  'two words': (random: () => number) => prose(random, 2),
  'the beginning of a word': (random: () => number) => prose(random, 1).slice(0, 3),
  'two Chinese characters': (random: () => number) => glyphs.chinese(random, 2),
  'three Japanese characters': (random: () => number) => glyphs.japanese(random, 3),
} as const
type Kind = keyof typeof typed

/** Queries of the query language, which find parts of words: frequent ones end soon, rare ones read every text. */
const queried = {
  'a word': (random: () => number) => prose(random, 1),
  'two Chinese characters': (random: () => number) => glyphs.chinese(random, 2),
  'what is nowhere': () => 'zzqqxx',
} as const
type QueryKind = keyof typeof queried
const QUERIES = 20

/** The floor reads the same texts in one statement, with nothing of the query language around it. */
async function comparedQueries(database: LocalDatabase, bare: Database, kind: QueryKind) {
  const statement = bare.prepare(`select e.id, e."feedId", e.title, e."publishedAt"
    from "entryStatus" as s join "entryTexts" as t on t."entryId" = s."entryId"
    join entries as e on e.id = s."entryId" where instr(t.title, ?1) or instr(t.body, ?1)
    order by s."publishedAt" desc, s."entryId" desc limit ${HITS}`)
  const subjects = {
    product: (select: string) => database.run('entries.query', { select: `${select} sort:new`, limit: HITS }),
    floor: async (text: string) => results(statement, text),
  }
  const random = randomFrom(99)
  const queries = Array.from({ length: QUERIES }, () => queried[kind](random))
  for (const query of queries.slice(0, 3)) {
    const [ours, theirs] = [await subjects.product(query), await subjects.floor(query)]
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`Querying ${query} finds different things`)
  }
  const runs = await inTurn(RUNS, subjects, async (search) => {
    const { cpu } = await costOf(async () => {
      for (const query of queries) await search(query)
    })
    return cpu / QUERIES
  })
  statement.free()
  return medians(runs, (cpu) => cpu)
}

export async function* figures(): AsyncGenerator<Figure> {
  const first = new Map<Kind, number>()
  for (const size of SIZES) {
    const of = judging(name, (figure) => `${figure}, ${size} entries`)
    const database = await filled(size)
    const bare = await bareFrom(database)
    try {
      for (const kind of Object.keys(typed) as Kind[]) {
        const { product, floor } = await compared(database, bare, kind)
        yield of(kind, { product, floor, bar: 3, unit: 'ms of CPU a search' })
        const least = first.get(kind) ?? product
        first.set(kind, least)
        if (size !== SIZES[0])
          yield of(`${kind}, against ${SIZES[0]}`, { product, floor: least, unit: 'ms of CPU a search' })
      }
      for (const kind of Object.keys(queried) as QueryKind[])
        yield of(`a query: ${kind}`, {
          ...(await comparedQueries(database, bare, kind)),
          bar: 3,
          unit: 'ms of CPU a search',
        })
    } finally {
      bare.close()
      await database.close()
    }
  }
}

async function compared(database: LocalDatabase, bare: Database, kind: Kind) {
  const statement = bare.prepare(`select e.id, e."feedId", e.title, e."publishedAt"
    from (select docid from "entrySearch" where "entrySearch" match ? order by docid desc limit ${HITS}) as hit
    join entries as e on e."searchId" = hit.docid order by e."searchId" desc`)
  const subjects = {
    product: (text: string) => database.run('entries.search', { text, limit: HITS }),
    floor: async (text: string) => results(statement, matchExpression(text) ?? ''),
  }
  for (const text of texts(kind, 5)) {
    const [ours, theirs] = [await subjects.product(text), await subjects.floor(text)]
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`Searching ${text} finds different things`)
  }
  const runs = await inTurn(RUNS, subjects, async (search) => {
    const { cpu } = await costOf(async () => {
      for (const text of texts(kind, SEARCHES)) await search(text)
    })
    return cpu / SEARCHES
  })
  statement.free()
  return medians(runs, (cpu) => cpu)
}

function texts(kind: Kind, count: number): string[] {
  const random = randomFrom(99)
  return Array.from({ length: count }, () => typed[kind](random))
}

function results(statement: Statement, expression: string): SearchHit[] {
  const hits: SearchHit[] = []
  statement.bind([expression])
  while (statement.step()) {
    const [id, feedId, title, publishedAt] = statement.get() as [string, string, string, number]
    hits.push({ id, feedId, title, publishedAt, storyId: null })
  }
  return hits
}

/** A database of so many entries, a third of each kind of language, all of them in the index. */
async function filled(size: number): Promise<LocalDatabase> {
  const database = await openDatabase({
    sqlite: await nodeSqlite(),
    folder: ramFolder(),
    migrations: localMigrationSource,
    notify: () => undefined,
    maxEntries: size,
  })
  for (let from = 0; from < size; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, size - from)
    await database.run(
      'entries.put',
      Array.from({ length: count }, (_, at) => entryOf(from + at)),
    )
  }
  const f1 = { id: 'f1', type: 'feed', url: 'https://example.org/', title: 'Feed' } as const
  const subscription = {
    id: 'feed/f1',
    type: 'feed',
    feedId: 'f1',
    listId: null,
    inboxId: null,
    userId: 'me',
    view: 0,
    isPrivate: false,
    hideFromTimeline: false,
    title: null,
    category: null,
    createdAt: 0,
  } as const
  await database.run('subscriptions.replace', {
    subscriptions: [subscription],
    feeds: [f1],
    lists: [],
    inboxes: [],
  })
  // Each query reads in the next 1,000 of those that wait.
  for (let left = size; left > 0; left -= 1000)
    await database.run('entries.queryCount', { select: 'word in:nowhere' })
  // Each search takes the next of those in that wait for the index.
  for (let left = size; left > 0; left -= 200)
    await database.run('entries.search', { text: 'word', limit: 1 })
  return database
}

function entryOf(number: number) {
  const random = randomFrom(number + 1)
  const write = [prose, glyphs.chinese, glyphs.japanese][number % 3] ?? prose
  return entry({
    id: String(8_000_000_000_000 + number),
    title: write(random, 8),
    description: write(random, 60),
    publishedAt: NOW - number * APART,
  })
}

/** The same file in SQLite with nothing of ours around it. */
async function bareFrom(database: LocalDatabase): Promise<Database> {
  const sql = await (initSqlJs as InitSqlJsStatic)()
  return new sql.Database(await database.run('database.export', undefined))
}
