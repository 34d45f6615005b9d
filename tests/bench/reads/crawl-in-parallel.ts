/** A crawl that runs during the reads: new feeds of a site of the bench, due as soon as the server starts. */
import { setTimeout as pause } from 'node:timers/promises'
import { openAsItIs } from '../../../src/server/storage/open.ts'
import { seedFeed, seedSubscription } from '../../support/library.ts'
import { startPlainSite } from '../crawl/plain-site.ts'
import { READER, type Library } from './library.ts'

/** Enough for as long as is measured. */
const FEEDS = 3000

export type Beside = {
  /** Feeds fetched so far. */
  readonly requestCount: () => number
  /** Until the server is at work. */
  readonly begun: () => Promise<void>
  /** Removes everything again, after the server of the database has stopped. */
  readonly end: () => Promise<void>
}

/** No server may use the database yet: a second writer would make it wait, and distort the result. */
export async function crawlBeside({ env }: Pick<Library, 'env'>): Promise<Beside> {
  const location = { url: env.DATABASE_URL, dir: env.DATA_DIR }
  const site = await startPlainSite(FEEDS)
  const ids: string[] = []
  const storage = openAsItIs(location)
  await storage.db.transaction().execute(async (db) => {
    for (const url of site.urls) {
      const id = await seedFeed({ ...storage, db }, { url, title: null, checkedAt: null, nextFetchAt: 0 })
      // Hidden from timelines, so that those stay unchanged.
      await seedSubscription({ ...storage, db }, READER, id, { hideFromTimeline: 1, view: 1 })
      ids.push(id)
    }
  })
  await storage.close()
  return {
    requestCount: () => site.counts.requests,
    async begun() {
      for (let left = 400; left > 0 && site.counts.requests < 20; left -= 1) await pause(50)
    },
    async end() {
      site.close()
      const after = openAsItIs(location)
      await after.db.deleteFrom('feeds').where('id', 'in', ids).execute()
      await after.close()
    },
  }
}
