/** Serialises charges in this process: a queued charge holds no connection. */
import PQueue from 'p-queue'
import type { Storage } from '../storage/open.ts'

const queues = new WeakMap<object, PQueue>()

/** Runs the work after all earlier work has settled. */
export function queueCharge<T>({ db }: Storage, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? new PQueue({ concurrency: 1 })
  queues.set(db, queue)
  return queue.add(work)
}
