import { expect, test } from 'vitest'
import type { TimelineAsk } from '../../calls.ts'
import { nodeSqlite } from '../../memory-local.ts'
import { openDatabaseFile, type DatabaseFile } from '../database-file.ts'
import { localMigrationSource } from '../migration-source.ts'
import { ramFolder } from '../storage/ram-file.ts'
import { amongFeeds, statusQuery } from './timeline.ts'
import { sql, type RawBuilder } from 'kysely'

const FEEDS = 300

/** SQLite's plan, in its words, on a database with many rows of many feeds. */
async function planOf({ db }: DatabaseFile, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db)
  return rows.map((row) => row.detail).join('\n')
}

async function filled(): Promise<DatabaseFile> {
  const { database } = await openDatabaseFile(await nodeSqlite(), ramFolder(), localMigrationSource)
  await sql`
    with recursive "n"("i") as (select 1 union all select "i" + 1 from "n" where "i" < 5000)
    insert into "entryStatus" ("entryId", "feedId", "publishedAt", "insertedAt", "read", "unread")
    select 'e' || "i", 'f' || ("i" % ${FEEDS}), "i", "i", "i" % 3 = 0, "i" % 3 != 0 from "n"`.execute(
    database.db,
  )
  return database
}

const feedIds = Array.from({ length: FEEDS }, (_, index) => `f${index}`)
const ask = (unreadOnly: boolean): TimelineAsk => ({
  of: { feedIds },
  unreadOnly,
  after: { publishedAt: 4000, id: 'e4000' },
  limit: 50,
})

test.each([
  [true, 'statusUnreadByTime'],
  [false, 'statusByTime'],
])(
  'a page of three hundred feeds (unread only: %s) comes from %s, without sorting and from its place on',
  async (unreadOnly, index) => {
    const plan = await planOf(await filled(), statusQuery(ask(unreadOnly), amongFeeds(feedIds), 50))
    expect(plan).toContain(`SEARCH entryStatus USING COVERING INDEX ${index} ((publishedAt,entryId)<`)
    expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY')
    expect(plan).not.toContain('SCAN entryStatus')
  },
)

test.each([
  [true, 'statusUnreadByFeed'],
  [false, 'statusByFeed'],
])('a page of one feed (unread only: %s) comes from %s', async (unreadOnly, index) => {
  const plan = await planOf(await filled(), statusQuery(ask(unreadOnly), sql`"feedId" = ${'f7'}`, 50))
  expect(plan).toMatch(new RegExp(`SEARCH entryStatus USING COVERING INDEX ${index} \\(feedId=\\?`))
  expect(plan).not.toContain('TEMP B-TREE')
})

test('unread counts come from the index of unread entries', async () => {
  const plan = await planOf(
    await filled(),
    sql`select "feedId", count(*) from "entryStatus" where "unread" = 1 group by "feedId"`,
  )
  expect(plan).toBe('SCAN entryStatus USING COVERING INDEX statusUnreadByFeed')
})
