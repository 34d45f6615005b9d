/** Keeps the feeds of this server fresh: claims what is due, a few at once, until told to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Storage } from '../../storage/open.ts'
import { claimDue, releaseAll, renewLease, LEASE_MS, release, type Due } from './claim.ts'

export type Schedule = { readonly start: () => void; readonly stop: () => Promise<void> }

/** Feeds in hand, those waiting in their site's line included; the client has fewer requests open. */
const IN_HAND = 192
/** Claiming by single feeds would cost a query for each: a good part of the hand is free before more are taken. */
const ENOUGH = IN_HAND * 0.75
const IDLE_MS = 5_000
/** Within the ten seconds that a stopping server has (design.md 2). */
const PATIENCE_MS = 5_000

/**
 * @param options.prepare runs before feeds are claimed
 * @param options.run fetches one feed; when it throws, the error is logged and the feed is tried again after its lease
 * @param options.interrupt ends what runs, called when patience is over
 */
export function createSchedule(options: {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly prepare: () => Promise<void>
  readonly run: (feed: Due) => Promise<unknown>
  readonly interrupt: () => Promise<void>
  readonly idle?: number
}): Schedule {
  const { storage, log, now, prepare, run, interrupt, idle = IDLE_MS } = options
  const running = new Map<string, Promise<void>>()
  const unfinished = new Set<string>()
  const stopping = new AbortController()
  let loop: Promise<void> | null = null
  /** Told when a good part of the hand is free. */
  let freed = (): void => undefined

  const launch = (feed: Due): void => {
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
      work.finally(() => {
        running.delete(feed.id)
        if (running.size <= ENOUGH) freed()
      }),
    )
  }
  const round = async (): Promise<void> => {
    await prepare()
    const free = IN_HAND - running.size
    const feeds = await claimDue(storage, now(), free)
    feeds.forEach(launch)
    if (feeds.length < free) return void (await rest())
    if (running.size > ENOUGH) await new Promise<void>((resolve) => (freed = resolve))
  }
  const rest = () => pause(idle, undefined, { signal: stopping.signal }).catch(() => undefined)
  /** A feed may wait long in the line of a slow site. */
  const hold = () =>
    void renewLease(storage, [...running.keys()], now()).catch((error: unknown) =>
      log.error('feeds in hand could not be held', { error }),
    )
  const work = async (): Promise<void> => {
    const holding = setInterval(hold, LEASE_MS / 3)
    await releaseAll(storage).catch((error: unknown) =>
      log.error('feeds of a dead process stay leased', { error }),
    )
    while (!stopping.signal.aborted) {
      try {
        await round()
      } catch (error) {
        log.error('due feeds could not be claimed', { error })
        await rest()
      }
    }
    clearInterval(holding)
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
