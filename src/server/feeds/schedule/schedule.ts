/** Keeps the feeds of this server fresh: claims what is due, a few at once, until told to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'
import { claimDue, release } from './claim.ts'

export type Schedule = { readonly start: () => void; readonly stop: () => Promise<void> }

/** Feeds in hand, those waiting in their site's line included; the client has fewer requests open. */
const IN_HAND = 192
const IDLE_MS = 5_000
/** Within the ten seconds that a stopping server has (design.md 2). */
const PATIENCE_MS = 5_000

/**
 * @param options.run fetches one feed; when it throws, the error is logged and the feed is tried again after its lease
 * @param options.interrupt ends what runs, called when patience is over
 */
export function createSchedule(options: {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly run: (feed: FeedRow) => Promise<unknown>
  readonly interrupt: () => Promise<void>
  readonly idle?: number
}): Schedule {
  const { storage, log, now, run, interrupt, idle = IDLE_MS } = options
  const running = new Map<string, Promise<void>>()
  const unfinished = new Set<string>()
  const stopping = new AbortController()
  let loop: Promise<void> | null = null

  const launch = (feed: FeedRow): void => {
    const work = run(feed).then(
      () => void unfinished.delete(feed.id),
      (error: unknown) => {
        if (!stopping.signal.aborted)
          log.error('a feed could not be refreshed', { feedId: feed.id, url: feed.url, error })
      },
    )
    unfinished.add(feed.id)
    running.set(
      feed.id,
      work.finally(() => running.delete(feed.id)),
    )
  }
  const round = async (): Promise<void> => {
    const free = IN_HAND - running.size
    const feeds = await claimDue(storage, now(), free)
    feeds.forEach(launch)
    if (feeds.length < free) return void (await rest())
    // Claiming by single feeds would cost a query for each: wait until a good part of the hand is free.
    while (running.size > IN_HAND * 0.75) await Promise.race(running.values())
  }
  const rest = () => pause(idle, undefined, { signal: stopping.signal }).catch(() => undefined)
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round()
      } catch (error) {
        log.error('due feeds could not be claimed', { error })
        await rest()
      }
    }
  }
  return {
    start: () => void (loop ??= work()),
    async stop() {
      stopping.abort()
      const finished = Promise.all(running.values())
      await Promise.race([finished, pause(PATIENCE_MS, undefined, { ref: false })])
      await interrupt()
      await loop
      await Promise.all(running.values())
      await release(storage, [...unfinished])
    },
  }
}
