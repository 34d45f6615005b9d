/** One charge at a time in this process: those who wait hold no connection while they do. */
import type { Storage } from '../storage/open.ts'

const lines = new WeakMap<object, Promise<unknown>>()

/** Runs the work when all before it has ended, well or badly. */
export function inLine<T>({ db }: Storage, work: () => Promise<T>): Promise<T> {
  const result = (lines.get(db) ?? Promise.resolve()).then(work)
  lines.set(
    db,
    result.catch(() => undefined),
  )
  return result
}
