/** Reads large documents in a process of their own, so that none holds up or brings down this server. */
import PQueue from 'p-queue'
import { createChild } from './apart/child.ts'
import { readDocument, type ReadResult } from './read-document.ts'
import type { Asked, Material } from './read-process.ts'

export type ReadApart = {
  /** As `readDocument`; what takes too long or too much memory is a failure in words. */
  readonly read: (document: Material, now: number) => Promise<ReadResult>
  readonly close: () => Promise<void>
}

/** Smaller ones cost less than the way to the process. */
const LARGE = 200_000
const TIME_MS = 20_000
const MEMORY_MB = 512
const IDLE_MS = 20_000
const WORDS = {
  late: 'The feed took too long to read',
  lost: 'The feed is too large to be read',
  broken: 'The feed could not be read',
}

/** @param options for tests */
export function createReadApart({
  large = LARGE,
  time = TIME_MS,
  idle = IDLE_MS,
  memory = MEMORY_MB,
} = {}): ReadApart {
  const module = new URL('./read-process.ts', import.meta.url)
  const { ask, close } = createChild<Asked, ReadResult>(module, { time, memory, idle }, WORDS)
  const apart = (document: Material, now: number): Promise<ReadResult> =>
    ask({ document, now }).catch((error: Error) => ({ ok: false, words: error.message }))
  // One after the other: sixty at once, each with its pauses, would leave everybody else a turn in sixty.
  const line = new PQueue({ concurrency: 1 })
  return {
    read: (document, now) =>
      document.bytes.length < large ? line.add(() => readDocument(document, now)) : apart(document, now),
    close,
  }
}
