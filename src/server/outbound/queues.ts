/**
 * Limits concurrent requests: two per site, six per family of sites and per address, sixty-four in total (design.md 5).
 * A family or an address that refuses is slow for a while: one request at a time, and a pause after each.
 */
import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { familyOf } from './site.ts'

/** Requests at once to all sites of a platform, and to all sites at one address. */
const PER_BUDGET = 6
const PER_SLOW_BUDGET = 1

/** Runs a request to a site as soon as the limit across processes permits it. */
export type Slot = <T>(site: string, work: () => Promise<T>) => Promise<T>

type QueuedRequest = {
  readonly site: string
  /** Priority among requests queued for the same site, highest first. */
  readonly urgency: number
  /** The address that the host resolves to; null when it is unknown, or when it is the site itself. */
  readonly addressOf?: () => Promise<string | null>
}
export type Queues = <T>(request: QueuedRequest, work: () => Promise<T>) => Promise<T>

/**
 * @param options.acquireSlot called for each request where other processes request the same sites
 * @param options.isSlow whether a family or an address has refused lately
 * @param options.pause ms after a request to a slow one
 */
export function createQueues(options: {
  readonly perSite: number
  readonly total: number
  readonly acquireSlot?: Slot
  readonly isSlow?: (budget: string) => boolean
  readonly pause: number
}): Queues {
  const { perSite, total, acquireSlot = (_site, work) => work(), isSlow = () => false, pause } = options
  const global = new PQueue({ concurrency: total })
  const sites = createKeyed(perSite)
  const budgets = createKeyed(PER_BUDGET)

  const within = <T>(budget: string | null, urgency: number, work: () => Promise<T>): Promise<T> => {
    if (budget === null) return work()
    const queue = budgets(budget)
    const adjust = () => (queue.concurrency = isSlow(budget) ? PER_SLOW_BUDGET : PER_BUDGET)
    adjust()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = async () => {
      await work().then(resolve, reject)
      adjust()
      if (isSlow(budget)) await delay(pause, undefined, { ref: false })
    }
    void queue.add(run, { priority: urgency })
    return promise
  }
  // The site's queue first, then those of its family and its address, then the global one: a slow site waits in its own
  // queue and does not block others.
  return ({ site, urgency, addressOf = async () => null }, work) => {
    const family = familyOf(site)
    return sites(site).add(
      async () => {
        const address = await addressOf()
        return within(family === site ? null : family, urgency, () =>
          within(address, urgency, () => acquireSlot(site, () => global.add(work))),
        )
      },
      { priority: urgency },
    )
  }
}

/** A queue for each key, as long as it has work. */
function createKeyed(concurrency: number): (key: string) => PQueue {
  const queues = new Map<string, PQueue>()
  return (key) => {
    const existing = queues.get(key)
    if (existing) return existing
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => queues.delete(key))
    queues.set(key, queue)
    return queue
  }
}
