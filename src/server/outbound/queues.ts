/** Limits concurrent requests: two per site, six per family of sites, sixty-four in total (design.md 5). */
import PQueue from 'p-queue'
import { familyOf } from './site.ts'

/** Requests at once to all sites of a platform. */
const PER_FAMILY = 6

/** Runs a request to a site as soon as the limit across processes permits it. */
export type Slot = <T>(site: string, work: () => Promise<T>) => Promise<T>

/** @param urgency priority among requests queued for the same site, highest first */
export type Queues = <T>(site: string, urgency: number, work: () => Promise<T>) => Promise<T>

/** @param acquireSlot called for each request where other processes request the same sites */
export function createQueues(
  perSite: number,
  total: number,
  acquireSlot: Slot = (_site, work) => work(),
): Queues {
  const global = new PQueue({ concurrency: total })
  const sites = createKeyed(perSite)
  const families = createKeyed(PER_FAMILY)
  // The site's queue first, then its family's, then the global one: a slow site waits in its own queue and does not
  // block others.
  return (site, urgency, work) => {
    const family = familyOf(site)
    const inTurn = () => acquireSlot(site, () => global.add(work))
    const inFamily = family === site ? inTurn : () => families(family).add(inTurn, { priority: urgency })
    return sites(site).add(inFamily, { priority: urgency })
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
