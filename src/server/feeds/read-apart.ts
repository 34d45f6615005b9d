// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** Reads large documents in a thread of their own, so that none holds up the readers of this server. */
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { readDocument, type ReadResult } from './read-document.ts'
import type { Asked, Material, Told } from './read-worker.ts'

export type ReadApart = {
  /** As `readDocument`; what takes too long or too much memory is a failure in words. */
  readonly read: (document: Material, now: number) => Promise<ReadResult>
  readonly close: () => Promise<void>
}

/** Smaller ones cost less than the way to the thread. */
const LARGE = 200_000
const TIME_MS = 20_000
const MEMORY_MB = 512
/** A thread that rests keeps its memory for nothing. */
const IDLE_MS = 20_000

/** One document at a time; a thread that was stopped is made anew for the next. @param options for tests */
export function createReadApart({ large = LARGE, time = TIME_MS, idle = IDLE_MS } = {}): ReadApart {
  const line = new PQueue({ concurrency: 1 })
  let worker: Worker | null = null
  let number = 0
  let resting: NodeJS.Timeout | undefined

  const stopped = async (): Promise<void> => {
    clearTimeout(resting)
    const old = worker
    worker = null
    await old?.terminate()
  }
  const readIn = async (document: Material, now: number): Promise<ReadResult> => {
    clearTimeout(resting)
    const thread = (worker ??= startThread())
    const mine = ++number
    const { promise, resolve } = Promise.withResolvers<ReadResult>()
    const fail = (words: string) => {
      resolve({ ok: false, words })
      void stopped()
    }
    const hear = (told: Told) => told.number === mine && resolve(told.read)
    const lost = () => fail('The feed is too large to be read')
    const timer = setTimeout(() => fail('The feed took too long to read'), time)
    thread.on('message', hear).once('error', lost).once('exit', lost)
    thread.postMessage({ number: mine, document, now } satisfies Asked)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      resting = setTimeout(() => void stopped(), idle).unref()
      thread.off('message', hear).off('error', lost).off('exit', lost)
    }
  }
  return {
    read: (document, now) =>
      document.bytes.length < large ? readDocument(document, now) : line.add(() => readIn(document, now)),
    close: stopped,
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The flags of the parent (a test runner's loader, say) are not the thread's.
    execArgv: [],
  })
  // Late words of a thread that is being stopped must not be an error that nobody hears.
  worker.on('error', () => undefined).unref()
  return worker
}
