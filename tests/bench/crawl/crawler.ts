/** The server's own pipeline as a process with a settable clock. Started by `product.ts`. */
import { setTimeout as pause } from 'node:timers/promises'
import { createFeeds } from '../../../src/server/feeds/index.ts'
import { createLog } from '../../../src/server/log.ts'
import { openStorage } from '../../../src/server/storage/open.ts'
import { seedFeed, seedSubscription } from '../../support/library.ts'
import { seedUser, testId } from '../../support/storage.ts'
import { answerOrders } from '../child.ts'
import { costOf } from '../usage.ts'
import type { Order, Reply, StoredFeed } from './product.ts'

const [dir = '', begins = '0'] = process.argv.slice(2)
let now = Number(begins)
const storage = await openStorage({ url: '', dir })
const { db } = storage
const feeds = createFeeds({
  config: {
    PUBLIC_URL: 'https://reader.example',

    FETCHER_URL: '',
    FETCH_ALLOW: ['127.0.0.0/8'],
  },
  storage,
  log: createLog('silent'),
  now: () => now,
  newId: testId,
  secrets: { open: (secret) => secret, close: (secret) => secret },
  // The clock does not move during a round, so waiting for dead sites in real time gains nothing.
  limits: { time: 2500, silence: 1000 },
  idle: 25,
})

/** As an import does: known, due, and followed by several users. */
async function followAll(urls: readonly string[], people: number): Promise<void> {
  const users = await Promise.all(Array.from({ length: people }, () => seedUser(storage)))
  for (const url of urls) {
    const feedId = await seedFeed(storage, {
      url,
      title: null,
      checkedAt: null,
      createdAt: now,
      nextFetchAt: now,
    })
    for (const userId of users) await seedSubscription(storage, userId, feedId, { createdAt: now })
  }
}

/** Until nothing is due any more. @returns how many feeds still were when patience ended */
async function round(): Promise<number> {
  for (let left = 4000; left > 0; left -= 1) {
    const { due } = await db
      .selectFrom('feedSchedule')
      .select(({ fn }) => fn.countAll<number>().as('due'))
      .where('gone', '=', 0)
      .where('nextFetchAt', '<=', now)
      .executeTakeFirstOrThrow()
    if (due === 0) return 0
    if (left === 1) return due
    await pause(20)
  }
  return 0
}

async function stored(): Promise<StoredFeed[]> {
  const rows = await db
    .selectFrom('feeds')
    .innerJoin('entries', 'entries.feedId', 'feeds.id')
    .select(['feeds.url', 'entries.guid', 'entries.title', 'entries.publishedAt'])
    .execute()
  const byUrl = new Map<string, StoredFeed>()
  for (const { url, title, publishedAt } of rows) {
    const feed = byUrl.get(url) ?? { url, titles: [], ahead: 0 }
    feed.titles.push(title ?? '')
    if (publishedAt > now) feed.ahead += 1
    byUrl.set(url, feed)
  }
  return [...byUrl.values()]
}

const collect = (globalThis as { gc?: () => void }).gc
async function done(order: Order): Promise<Reply> {
  if (order.kind === 'follow') {
    await followAll(order.urls, order.people)
    feeds.start()
    return { kind: 'done' }
  }
  if (order.kind === 'hold') {
    await followAll(order.urls, 1)
    return { kind: 'done' }
  }
  if (order.kind === 'start') {
    feeds.start()
    return { kind: 'done' }
  }
  if (order.kind === 'tick') {
    now = order.now
    let due = 0
    const cost = await costOf(async () => {
      feeds.start()
      due = await round()
    })
    return { kind: 'ticked', due, cost }
  }
  if (order.kind === 'stored') return { kind: 'stored', feeds: await stored() }
  collect?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const cpu = (userCPUTime + systemCPUTime) / 1000
  return { kind: 'memory', rss, heap: heapUsed, peak: 1024 * maxRSS, cpu }
}

answerOrders(done)
