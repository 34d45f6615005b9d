/** Limits concurrent requests: two per site, sixty-four in total (design.md 5). */
import PQueue from 'p-queue'

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
  const sites = new Map<string, PQueue>()
  const queueOf = (site: string): PQueue => {
    const existing = sites.get(site)
    if (existing) return existing
    const queue = new PQueue({ concurrency: perSite })
    queue.addEventListener('idle', () => sites.delete(site))
    sites.set(site, queue)
    return queue
  }
  // The site's queue first, then the global one: a slow site waits in its own queue and does not block others.
  return (site, urgency, work) =>
    queueOf(site).add(() => acquireSlot(site, () => global.add(work)), { priority: urgency })
}
