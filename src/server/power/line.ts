/** Serialises charges in this process: a queued charge holds no connection. */
import type { Storage } from '../storage/open.ts'

const lines = new WeakMap<object, Promise<unknown>>()

/** Runs the work after all earlier work has settled. */
export function inLine<T>({ db }: Storage, work: () => Promise<T>): Promise<T> {
  const result = (lines.get(db) ?? Promise.resolve()).then(work)
  lines.set(
    db,
    result.catch(() => undefined),
  )
  return result
}
