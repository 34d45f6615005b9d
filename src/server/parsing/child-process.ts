/**
 * A child process that handles one request at a time, with bounds on time and memory. Not a worker thread: when a thread runs
 * out of memory in a single allocation, V8 ends the whole process, and any document could do that to the server.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ParsingError } from './parsing-error.ts'

export type ChildOptions = {
  /** MB of heap; a request that needs more ends the process. */
  readonly memoryMb: number
  /** ms without a request after which the process is ended to free its memory. */
  readonly idleMs: number
}
export type Child<Request, Result> = {
  /**
   * Starts the process where none runs. Must not be called again before the result has arrived.
   * @param timeMs after which the process is killed
   * @throws ParsingError
   */
  readonly request: (request: Request, timeMs: number) => Promise<Result>
  readonly close: () => Promise<void>
}
type Message<Result> = { readonly number: number; readonly answer: Result; readonly error?: string }

/** @param module calls `answerAll` */
export function createChild<Request, Result>(
  module: URL,
  { memoryMb, idleMs }: ChildOptions,
): Child<Request, Result> {
  let running: ChildProcess | null = null
  let number = 0
  let idle: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const child = running
    running = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
  const request = async (question: Request, timeMs: number): Promise<Result> => {
    clearTimeout(idle)
    const child = (running ??= start(module, memoryMb))
    const requestNumber = ++number
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const onMessage = (received: unknown) => {
      const message = received as Message<Result>
      if (message.number !== requestNumber) return
      if (message.error === undefined) resolve(message.answer)
      else reject(new ParsingError('broken', message.error))
    }
    const onEnd = () => reject(new ParsingError('memory'))
    // The timer also keeps a program alive that waits for this result and nothing else.
    const timer = setTimeout(() => reject(new ParsingError('time')), timeMs)
    child.on('message', onMessage).once('error', onEnd).once('exit', onEnd)
    child.send({ number: requestNumber, question } as object, (error) => error && onEnd())
    try {
      return await promise
    } catch (error) {
      await close()
      throw error
    } finally {
      clearTimeout(timer)
      idle = setTimeout(() => void close(), idleMs).unref()
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    }
  }
  return { request, close }
}

const STRIPPED_TYPES = new URL('../stripped-types.mjs', import.meta.url).href

/** Starts without the server's flags (such as a test runner's loader) and without its environment, which contains secrets. */
function start(module: URL, memoryMb: number): ChildProcess {
  const { SystemRoot } = process.env
  const child = fork(fileURLToPath(module), [], {
    // Single-threaded GC: helper threads would compete with the server for processors.
    execArgv: [`--max-old-space-size=${memoryMb}`, '--single-threaded-gc', '--import', STRIPPED_TYPES],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // Errors without a running request (a broken pipe as the process ends) are harmless.
  child.on('error', () => undefined)
  return child
}
