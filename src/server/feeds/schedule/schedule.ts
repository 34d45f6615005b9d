/**
 * Fetches due feeds: claims them in batches until stopped. The queue is the table of feeds; in memory, requests wait in
 * outbound/queues.ts.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Storage } from '../../storage/open.ts'
import {
  claimDue,
  releaseAll,
  renewLease,
  LEASE_MS,
  release,
  type Due,
} from '../../storage/feeds/feed-schedule.ts'

export type Schedule = { readonly start: () => void; readonly stop: () => Promise<void> }

/** Feeds claimed at once, including those in their site's queue; fewer requests are open at a time. */
const CLAIMED_MAX = 192
/** More feeds are claimed below this number: claiming them one by one would cost a query for each. */
const REFILL_BELOW = CLAIMED_MAX * 0.75
const IDLE_MS = 5_000
/** Within the ten seconds that a stopping server has (design.md 2). */
const STOP_TIMEOUT_MS = 5_000

/**
 * @param options.prepare runs before feeds are claimed
 * @param options.run fetches one feed; when it throws, the error is logged and the feed is tried again after its lease
 * @param options.interrupt aborts running fetches, called after the stop timeout
 * @param options.idle ms between two checks that find nothing
 * @param options.stopTimeout grace period of running fetches when the schedule stops, ms
 */
export function createSchedule(options: {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly prepare: () => Promise<void>
  readonly run: (feed: Due) => Promise<unknown>
  readonly interrupt: () => Promise<void>
  readonly idle?: number
  readonly stopTimeout?: number
}): Schedule {
  const { storage, log, now, prepare, run, interrupt } = options
  const { idle = IDLE_MS, stopTimeout = STOP_TIMEOUT_MS } = options
  const running = new Map<string, Promise<void>>()
  const unfinished = new Set<string>()
  const stopping = new AbortController()
  let loop: Promise<void> | null = null
  /** Called when enough claimed feeds are finished. */
  let onFreed = (): void => undefined

  const launch = (feed: Due): void => {
    const work = run(feed).then(
      () => void unfinished.delete(feed.id),
      (error: unknown) => {
        if (!stopping.signal.aborted)
          log.error('A feed could not be refreshed', { feedId: feed.id, url: feed.url, error })
      },
    )
    unfinished.add(feed.id)
    running.set(
      feed.id,
      work.finally(() => {
        running.delete(feed.id)
        if (running.size <= REFILL_BELOW) onFreed()
      }),
    )
  }
  const round = async (): Promise<void> => {
    await prepare()
    const free = CLAIMED_MAX - running.size
    const feeds = await claimDue(storage, now(), free)
    feeds.forEach(launch)
    if (feeds.length < free) return void (await waitIdle())
    if (running.size > REFILL_BELOW) await new Promise<void>((resolve) => (onFreed = resolve))
  }
  const waitIdle = () => pause(idle, undefined, { signal: stopping.signal }).catch(() => undefined)
  /** A feed may wait long in the queue of a slow site. */
  const renewLeases = () =>
    void renewLease(storage, [...running.keys()], now()).catch((error: unknown) =>
      log.error('Feed leases could not be extended', { error }),
    )
  const work = async (): Promise<void> => {
    const renewal = setInterval(renewLeases, LEASE_MS / 3)
    await releaseAll(storage).catch((error: unknown) =>
      log.error('Feed leases of a dead process could not be released', { error }),
    )
    while (!stopping.signal.aborted) {
      try {
        await round()
      } catch (error) {
        log.error('Due feeds could not be claimed', { error })
        await waitIdle()
      }
    }
    clearInterval(renewal)
  }
  return {
    start: () => void (loop ??= work()),
    async stop() {
      stopping.abort()
      const finished = Promise.all(running.values())
      await Promise.race([finished, pause(stopTimeout, undefined, { ref: false })])
      await interrupt()
      await loop
      await Promise.all(running.values())
      await release(storage, [...unfinished])
    },
  }
}
