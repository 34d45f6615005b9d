/** Lets few requests through at once: two to one site, sixty-four in all (design.md 5). */
import { createSemaphore, type Semaphore } from '../../core/semaphore.ts'

/** Runs work that asks a site, when other processes leave it a place there. */
export type Slot = <T>(site: string, work: () => Promise<T>) => Promise<T>

/** @param urgency the higher goes first, among those that wait for the same site */
export type Queues = <T>(site: string, urgency: number, work: () => Promise<T>) => Promise<T>

/** @param turn asked for each request, where other processes ask the same sites */
export function createQueues(perSite: number, inAll: number, turn: Slot = (_site, work) => work()): Queues {
  const all = createSemaphore(inAll)
  const sites = new Map<string, Semaphore>()
  return async (site, urgency, work) => {
    const places = sites.get(site) ?? createSemaphore(perSite)
    sites.set(site, places)
    try {
      // First the site's places, then the common one: a slow site waits in its own line and holds nobody up.
      return await places.take(urgency, () => turn(site, () => all.take(0, work)))
    } finally {
      if (places.isEmpty()) sites.delete(site)
    }
  }
}
