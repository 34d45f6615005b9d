/** Limits concurrent requests: two per site, sixty-four in total (design.md 5). */
import { createSemaphore, type Semaphore } from '../../core/semaphore.ts'

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
  const global = createSemaphore(total)
  const sites = new Map<string, Semaphore>()
  return async (site, urgency, work) => {
    const semaphore = sites.get(site) ?? createSemaphore(perSite)
    sites.set(site, semaphore)
    try {
      // The site's semaphore first, then the global one: a slow site waits in its own queue and does not block others.
      return await semaphore.take(urgency, () => acquireSlot(site, () => global.take(0, work)))
    } finally {
      if (semaphore.isEmpty()) sites.delete(site)
    }
  }
}
