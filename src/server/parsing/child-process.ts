/**
 * A child process that answers one request at a time, with bounds on time and memory. Not a worker thread: when a thread's
 * memory runs out in one step the engine ends the whole program, and any document could do that to the server.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ParsingError } from './parsing-error.ts'

export type ChildOptions = {
  /** MB of heap; a request that needs more ends the process. */
  readonly memoryMb: number
  /** ms without a request after which the process is ended, so that its memory is free again. */
  readonly idleMs: number
}
export type Child<Request, Result> = {
  /**
   * Starts the process where none runs. Must not be called again before the result is there.
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
    const old = running
    running = null
    if (!old || old.exitCode !== null || old.signalCode !== null) return
    const ended = new Promise((resolve) => old.once('exit', resolve))
    old.ref()
    old.kill('SIGKILL')
    await ended
  }
  const request = async (question: Request, timeMs: number): Promise<Result> => {
    clearTimeout(idle)
    const child = (running ??= start(module, memoryMb))
    const own = ++number
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const onMessage = (received: unknown) => {
      const message = received as Message<Result>
      if (message.number !== own) return
      if (message.error === undefined) resolve(message.answer)
      else reject(new ParsingError('broken', message.error))
    }
    const onEnd = () => reject(new ParsingError('memory'))
    // The timer also keeps a program alive that waits for this result and nothing else.
    const timer = setTimeout(() => reject(new ParsingError('time')), timeMs)
    child.on('message', onMessage).once('error', onEnd).once('exit', onEnd)
    child.send({ number: own, question } as object, (error) => error && onEnd())
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

/** Gets neither the server's flags (a test runner's loader, say) nor its secrets, which are in the environment. */
function start(module: URL, memoryMb: number): ChildProcess {
  const { SystemRoot } = process.env
  const child = fork(fileURLToPath(module), [], {
    // Collects in its own thread: helpers would take the processors on which requests are answered.
    execArgv: [`--max-old-space-size=${memoryMb}`, '--single-threaded-gc'],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // What fails while nothing is requested (a pipe that breaks as the process ends) harms nobody.
  child.on('error', () => undefined)
  return child
}
