/** A crawl that goes on while others read: feeds of a site of the bench, always due, always with something new. */
import { setTimeout as pause } from 'node:timers/promises'
import { openAsItIs } from '../../../src/server/storage/open.ts'
import { seedFeed, seedSubscription } from '../../support/library.ts'
import { startPlainSite } from '../crawl/plain-site.ts'
import { READER, type Library } from './library.ts'

const FEEDS = 200

export async function crawlBeside({
  env,
}: Library): Promise<{ asked: () => number; end: () => Promise<void> }> {
  const storage = openAsItIs({ url: env.DATABASE_URL, dir: env.DATA_DIR })
  const site = await startPlainSite(FEEDS)
  const ids: string[] = []
  for (const url of site.urls) {
    const id = await seedFeed(storage, { url, title: null, checkedAt: null, nextFetchAt: 0 })
    // Kept out of timelines, so that those stay what they were.
    await seedSubscription(storage, READER, id, { hideFromTimeline: 1, view: 1 })
    ids.push(id)
  }
  const ended = new AbortController()
  const again = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await pause(1000)
      site.change(1)
      await storage.db.updateTable('feeds').set({ nextFetchAt: 0 }).where('id', 'in', ids).execute()
    }
  }
  const loop = again()
  // Until the server has seen what is due.
  for (let left = 200; left > 0 && site.counts.requests < 10; left -= 1) await pause(50)
  return {
    asked: () => site.counts.requests,
    async end() {
      ended.abort()
      await loop
      await storage.db.updateTable('feeds').set({ gone: 1 }).where('id', 'in', ids).execute()
      await pause(3000)
      await storage.db.deleteFrom('feeds').where('id', 'in', ids).execute()
      site.close()
      await storage.close()
    },
  }
}
