/** The entries of a bench: the same on the server and in follow.db, because a difference would start a sync. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ReceivedEntry } from '../../../src/local/calls.ts'
import { entry } from '../../../src/local/worker/entry.sample.ts'
import { randomFrom, text } from '../prose.ts'

/** Number of the newest entries with stored content: a bench of reading goes through 1,500 of them at each size. */
const WITH_TEXT = 4000
/** ms between one entry and the next */
const APART = 360_000

/** Newest first: number 0 is an hour older than `until`, each next one six minutes older. */
export function benchEntry(feedId: string, number: number, until: number): ReceivedEntry {
  const random = randomFrom(number + 1)
  const at = until - 3_600_000 - number * APART
  const paragraphs = Array.from(
    { length: number < WITH_TEXT ? 12 : 0 },
    (_, part) => `<p>${part === 0 ? `Text ${number}: ` : ''}${text(random, 60)}</p>`,
  )
  return entry({
    id: String(9_000_000_000_000 - number),
    feedId,
    guid: `bench-${number}`,
    title: `Entry ${number} ${text(random, 6)}`,
    url: `https://feeds.example/entry/${number}`,
    description: text(random, 16),
    language: 'en',
    publishedAt: at,
    insertedAt: at,
    view: 0,
    ...(paragraphs.length > 0 && { content: paragraphs.join('') }),
  })
}

/**
 * Inserts entries into the server's database without its repositories: fetching them from a feed would take minutes.
 * @param dir the server's DATA_DIR; it may be running
 */
export function writeOnServer(dir: string, feedId: string, entries: readonly ReceivedEntry[]): void {
  const db = new DatabaseSync(join(dir, 'lectern.sqlite'), { timeout: 10_000 })
  const head = db.prepare(
    `insert or ignore into entries (id, "feedId", guid, title, url, description, language, categories, hash,
       "publishedAt", "insertedAt", "updatedAt") values (?, ?, ?, ?, ?, ?, ?, '[]', ?, ?, ?, ?)`,
  )
  const contents = db.prepare('insert or ignore into "entryContents" ("entryId", content) values (?, ?)')
  db.exec('begin immediate')
  // The feed is written by hand from now on: asking its site would only find what is no longer there.
  db.prepare('update "feedSchedule" set "nextFetchAt" = ? where "feedId" = ?').run(
    Date.UTC(2100, 0, 1),
    feedId,
  )
  for (const one of entries) {
    const { id, guid, title, url, description, language, publishedAt: at, content } = one
    head.run(id, feedId, guid, title, url, description, language, guid, at, at, at)
    if (content) contents.run(id, content)
  }
  db.exec('commit')
  db.close()
}
