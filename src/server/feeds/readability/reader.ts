// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** The worker thread that extracts articles, with bounds on time and memory. */
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import type { Article } from './extract.ts'

export type Reader = {
  /** @returns null when the page has no article @throws with words when it takes too long or too much memory */
  readonly read: (html: string) => Promise<Article | null>
  readonly close: () => Promise<void>
}

const TIME_MS = 8_000
const MEMORY_MB = 256

type Answer = { readonly number: number; readonly article: Article | null; readonly error?: string }

/**
 * One page at a time; a thread that was stopped is made anew for the next page.
 * @param time ms for one page @param memory MB that the thread may hold
 */
export function createReader(time = TIME_MS, memory = MEMORY_MB): Reader {
  const line = new PQueue({ concurrency: 1 })
  let worker: Worker | null = null
  let number = 0

  const dropped = async (): Promise<void> => {
    const old = worker
    worker = null
    await old?.terminate()
  }
  const read = async (html: string): Promise<Article | null> => {
    worker ??= start(memory)
    const thread = worker
    const mine = ++number
    const { promise, resolve, reject } = Promise.withResolvers<Article | null>()
    const fail = (words: string) => reject(new Error(words))
    const onMessage = (answer: Answer) => {
      if (answer.number !== mine) return
      if (answer.error) fail(`The page could not be read (${answer.error})`)
      else resolve(answer.article)
    }
    const onError = () => fail('The page is too large to be read')
    const timer = setTimeout(() => fail('The page took too long to read'), time)
    thread.on('message', onMessage).once('error', onError).once('exit', onError)
    thread.postMessage({ number: mine, html })
    try {
      return await promise
    } catch (error) {
      thread.off('exit', onError)
      await dropped()
      throw error
    } finally {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onError)
    }
  }
  return { read: (html) => line.add(() => read(html)), close: dropped }
}

function start(memory: number): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // The flags of the parent (a test runner's loader, say) are not the thread's.
    execArgv: [],
  })
  worker.unref()
  return worker
}
