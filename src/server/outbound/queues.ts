/** Lets few requests through at once: two to one origin, sixty-four in all (design.md 5). */
import PQueue from 'p-queue'

export type Queues = <T>(origin: string, work: () => Promise<T>) => Promise<T>

export function createQueues(perOrigin: number, inAll: number): Queues {
  const all = new PQueue({ concurrency: inAll })
  const origins = new Map<string, PQueue>()
  return async (origin, work) => {
    const queue = origins.get(origin) ?? new PQueue({ concurrency: perOrigin })
    origins.set(origin, queue)
    try {
      // First the origin's place, then the common one: a slow site waits in its own line and holds nobody up.
      return await queue.add(() => all.add(work))
    } finally {
      if (queue.size === 0 && queue.pending === 0) origins.delete(origin)
    }
  }
}
