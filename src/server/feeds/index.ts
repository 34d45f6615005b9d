/** The feed rooms, put together. */
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'
import { createOutbound, userAgentOf, type Limits, type Resolve } from '../outbound/index.ts'
import type { Storage } from '../storage/open.ts'
import { discover } from './discover/discover.ts'
import { firstFeed, follow } from './follow.ts'
import { createReadability } from './readability/readability.ts'
import { refreshFeed } from './refresh.ts'
import { createSchedule } from './schedule/schedule.ts'
import type { Feeds } from './service.ts'
import { createQuietFinish } from './store/finish.ts'

export { samples, SAMPLE_SCHEME } from './samples/samples.ts'
export type { Feeds, FoundFeed } from './service.ts'

export type FeedServices = {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'RSSHUB_URL' | 'FETCH_ALLOW'>
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly newId: () => string
  /** Names to addresses; the system's when absent. */
  readonly resolve?: Resolve
  readonly limits?: Partial<Limits>
  /** 0 to 1; Math.random when absent. */
  readonly random?: () => number
}

/** The service of one process. Nothing is fetched by itself before `start`. */
export function createFeeds(services: FeedServices): Feeds {
  const { config, storage, resolve, limits } = services
  const outbound = createOutbound({
    allow: config.FETCH_ALLOW,
    userAgent: userAgentOf(config.PUBLIC_URL),
    ...(resolve ? { resolve } : {}),
    ...(limits ? { limits } : {}),
  })
  const pipeline = { random: Math.random, ...services, outbound, quietly: createQuietFinish(storage) }
  const readability = createReadability(pipeline)
  const schedule = createSchedule({
    ...services,
    run: (feed) => refreshFeed(pipeline, feed),
    interrupt: outbound.close,
  })
  return {
    follow: (url) => follow(pipeline, url),
    async preview(url) {
      const { address, read } = await firstFeed(pipeline, url)
      return { feed: { ...read.feed, url: address }, entries: [...read.entries] }
    },
    async discover(address) {
      return [...(await discover(pipeline, address)).feeds]
    },
    async refresh(feedId) {
      const feed = await storage.db
        .selectFrom('feeds')
        .selectAll()
        .where('id', '=', feedId)
        .executeTakeFirst()
      if (!feed) throw new Refusal('feedNotFound')
      return refreshFeed(pipeline, feed)
    },
    readability: readability.ofEntry,
    start: schedule.start,
    async stop() {
      await schedule.stop()
      await readability.close()
    },
  }
}
