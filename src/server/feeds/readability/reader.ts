/**
 * The process that extracts articles, with bounds on time and memory. Not a thread: when a thread's memory runs out in
 * one step, the engine ends the whole program with it, and any page could do that to the server.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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
 * One page at a time; a process that ended or was stopped is made anew for the next page.
 * @param time ms for one page @param memory MB that the process may hold
 */
export function createReader(time = TIME_MS, memory = MEMORY_MB): Reader {
  const line = new PQueue({ concurrency: 1 })
  let running: ChildProcess | null = null
  let number = 0

  const dropped = async (): Promise<void> => {
    const old = running
    running = null
    if (!old || old.exitCode !== null || old.signalCode !== null) return
    const ended = new Promise((resolve) => old.once('exit', resolve))
    old.ref()
    old.kill('SIGKILL')
    await ended
  }
  const read = async (html: string): Promise<Article | null> => {
    running ??= start(memory)
    const process = running
    const mine = ++number
    const { promise, resolve, reject } = Promise.withResolvers<Article | null>()
    const fail = (words: string) => reject(new Error(words))
    const onMessage = (message: unknown) => {
      const answer = message as Answer
      if (answer.number !== mine) return
      if (answer.error) fail(`The page could not be read (${answer.error})`)
      else resolve(answer.article)
    }
    const onEnd = () => fail('The page is too large to be read')
    // The timer also keeps a program alive that waits for this page and nothing else.
    const timer = setTimeout(() => fail('The page took too long to read'), time)
    process.on('message', onMessage).once('error', onEnd).once('exit', onEnd)
    process.send({ number: mine, html }, (error) => error && onEnd())
    try {
      return await promise
    } catch (error) {
      await dropped()
      throw error
    } finally {
      clearTimeout(timer)
      process.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    }
  }
  return { read: (html) => line.add(() => read(html)), close: dropped }
}

/** Knows nothing of the server: neither its flags (a test runner's loader, say) nor its secrets, which are in the environment. */
function start(memory: number): ChildProcess {
  const { SystemRoot } = process.env
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${memory}`],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // What goes wrong while no page is waiting (a pipe that breaks as the process ends) harms nobody.
  child.on('error', () => undefined)
  return child
}
