/** Articles are extracted in a process of their own, with bounds on time and memory. */
import { createChild } from '../apart/child.ts'
import type { Article } from './extract.ts'

export type Reader = {
  /** @returns null when the page has no article @throws with words when it takes too long or too much memory */
  readonly read: (html: string) => Promise<Article | null>
  readonly close: () => Promise<void>
}

const TIME_MS = 8_000
const MEMORY_MB = 256
const IDLE_MS = 60_000
const WORDS = {
  late: 'The page took too long to read',
  lost: 'The page is too large to be read',
  broken: 'The page could not be read',
}

/** @param time ms for one page @param memory MB that the process may hold */
export function createReader(time = TIME_MS, memory = MEMORY_MB): Reader {
  const module = new URL('./process.ts', import.meta.url)
  const { ask, close } = createChild<string, Article | null>(module, { time, memory, idle: IDLE_MS }, WORDS)
  return { read: ask, close }
}
