/** Lets few requests through at once: two to one site, sixty-four in all (design.md 5). */
import PQueue from 'p-queue'

/** @param urgency the higher goes first, among those that wait for the same site */
export type Queues = <T>(site: string, urgency: number, work: () => Promise<T>) => Promise<T>

export function createQueues(perSite: number, inAll: number): Queues {
  const all = new PQueue({ concurrency: inAll })
  const sites = new Map<string, PQueue>()
  return async (site, urgency, work) => {
    const queue = sites.get(site) ?? new PQueue({ concurrency: perSite })
    sites.set(site, queue)
    try {
      // First the site's place, then the common one: a slow site waits in its own line and holds nobody up.
      return await queue.add(() => all.add(work), { priority: urgency })
    } finally {
      if (queue.size === 0 && queue.pending === 0) sites.delete(site)
    }
  }
}
