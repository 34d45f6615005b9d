/**
 * Fetches feeds ahead of schedule, on request of a user. The limits of sites apply as to all requests
 * (outbound/queues.ts, sites.ts).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { idList } from '../../storage/engine/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import { claimOnDemand, mayFetchOnDemand, release, type Due } from '../../storage/feeds/feed-schedule.ts'

/** Progress of a fetch that a user requested. */
export type FeedCheck = {
  readonly id: string
  /** `checking`: being fetched, or about to be; `waiting`: its site allows no request before `nextFetchAt`. */
  readonly state: 'checking' | 'checked' | 'failed' | 'waiting' | 'gone'
  /** Whether this request starts a fetch. */
  readonly asked: boolean
  /** ms since 1970; null: never */
  readonly checkedAt: number | null
  /** ms since 1970; null: never again */
  readonly nextFetchAt: number | null
  /** Why the last fetch failed, as a sentence. */
  readonly message: string | null
}

/** Concurrent fetches for one user, and for all users of this process. */
const MAX_OF_USER = 24
const MAX_OF_ALL = 96
/** ms after which the response is sent although feeds are still being fetched. */
const ANSWER_MS = 1500

type Deps = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  /** Fetches one feed and releases its lease; throws when it was interrupted. */
  readonly run: (feed: Due) => Promise<unknown>
}

export function createChecks({ storage, log, now, run }: Deps) {
  const running = new Map<string, { readonly userId: string; readonly done: Promise<void> }>()

  const begin = async (userId: string, feedIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const ofUser = [...running.values()].filter((one) => one.userId === userId).length
    const free = Math.max(0, Math.min(MAX_OF_USER - ofUser, MAX_OF_ALL - running.size))
    const chosen = feedIds.filter((id) => !running.has(id)).slice(0, free)
    const claimed = claimOnDemand(storage, chosen, now())
    // Reserved before the database responds, so that concurrent requests do not exceed the limit.
    for (const id of chosen) running.set(id, { userId, done: finish(claimed, id) })
    return new Set((await claimed).map(({ id }) => id))
  }
  const finish = async (claimed: Promise<readonly Due[]>, id: string): Promise<void> => {
    try {
      const feed = (await claimed).find((one) => one.id === id)
      if (feed) await fetchOne(feed)
    } catch {
      // The request that claims it fails, too.
    } finally {
      running.delete(id)
    }
  }
  const fetchOne = async (feed: Due): Promise<void> => {
    try {
      await run(feed)
    } catch (error) {
      log.error('A feed could not be refreshed', { feedId: feed.id, url: feed.url, error })
      await release(storage, [feed.id])
    }
  }

  return {
    /** Starts fetches unless feeds were just fetched, and returns their state soon. */
    async check(userId: string, feedIds: readonly string[]): Promise<FeedCheck[]> {
      const started = await begin(userId, feedIds)
      const mine = feedIds.flatMap((id) => running.get(id)?.done ?? [])
      await Promise.race([Promise.all(mine), pause(ANSWER_MS, undefined, { ref: false })])
      const rows = await storage.db
        .selectFrom('feeds')
        .innerJoin('feedSchedule', 'feedSchedule.feedId', 'feeds.id')
        .select(['id', 'checkedAt', 'nextFetchAt', 'errorMessage', 'errorAt', 'gone', 'lease', 'waitUntil'])
        .where('id', 'in', idList(storage.kind, feedIds))
        .where('inboxUserId', 'is', null)
        .execute()
      const at = now()
      return rows.map((row): FeedCheck => {
        const isWaiting = (row.waitUntil ?? 0) > at
        const isOpen = row.lease > at || running.has(row.id) || mayFetchOnDemand(row, at)
        return {
          id: row.id,
          state: isOpen
            ? 'checking'
            : row.gone
              ? 'gone'
              : isWaiting
                ? 'waiting'
                : row.errorAt
                  ? 'failed'
                  : 'checked',
          asked: started.has(row.id),
          checkedAt: row.checkedAt,
          nextFetchAt: row.gone ? null : Math.max(row.nextFetchAt, row.waitUntil ?? 0),
          message: row.errorMessage,
        }
      })
    },
    /** Waits for the running fetches, which must have been interrupted. */
    async stop(): Promise<void> {
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
