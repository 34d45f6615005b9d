/**
 * A process that does one room's heavy work, with bounds on time and memory. Not a thread: when a thread's memory runs out
 * in one step, the engine ends the whole program with it, and any document could do that to the server.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'

export type Child<Question, Answer> = {
  /** @throws Error with words when it takes too long or too much memory, or when the work itself throws */
  readonly ask: (question: Question) => Promise<Answer>
  readonly close: () => Promise<void>
}
export type Bounds = {
  /** ms for one question */
  readonly time: number
  /** MB that the process may hold */
  readonly memory: number
  /** ms after which a process that rests is let go; it keeps its memory for nothing */
  readonly idle: number
}
/** What is said of a question that was given up: `late` and `lost` are whole sentences, `broken` begins one. */
export type Words = { readonly late: string; readonly lost: string; readonly broken: string }
type Told<Answer> = { readonly number: number; readonly answer: Answer; readonly error?: string }

/** One question at a time; a process that ended or was stopped is made anew for the next. @param module calls `answerAll` */
export function createChild<Question, Answer>(
  module: URL,
  { time, memory, idle }: Bounds,
  words: Words,
): Child<Question, Answer> {
  const line = new PQueue({ concurrency: 1 })
  let running: ChildProcess | null = null
  let number = 0
  let resting: NodeJS.Timeout | undefined

  const dropped = async (): Promise<void> => {
    clearTimeout(resting)
    const old = running
    running = null
    if (!old || old.exitCode !== null || old.signalCode !== null) return
    const ended = new Promise((resolve) => old.once('exit', resolve))
    old.ref()
    old.kill('SIGKILL')
    await ended
  }
  const ask = async (question: Question): Promise<Answer> => {
    clearTimeout(resting)
    const child = (running ??= start(module, memory))
    const mine = ++number
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fail = (message: string) => reject(new Error(message))
    const onMessage = (message: unknown) => {
      const told = message as Told<Answer>
      if (told.number !== mine) return
      if (told.error) fail(`${words.broken} (${told.error})`)
      else resolve(told.answer)
    }
    const onEnd = () => fail(words.lost)
    // The timer also keeps a program alive that waits for this answer and nothing else.
    const timer = setTimeout(() => fail(words.late), time)
    child.on('message', onMessage).once('error', onEnd).once('exit', onEnd)
    child.send({ number: mine, question } as object, (error) => error && onEnd())
    try {
      return await promise
    } catch (error) {
      await dropped()
      throw error
    } finally {
      clearTimeout(timer)
      resting = setTimeout(() => void dropped(), idle).unref()
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    }
  }
  return { ask: (question) => line.add(() => ask(question)), close: dropped }
}

/** Knows nothing of the server: neither its flags (a test runner's loader, say) nor its secrets, which are in the environment. */
function start(module: URL, memory: number): ChildProcess {
  const { SystemRoot } = process.env
  const child = fork(fileURLToPath(module), [], {
    execArgv: [`--max-old-space-size=${memory}`],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // What goes wrong while nothing is asked (a pipe that breaks as the process ends) harms nobody.
  child.on('error', () => undefined)
  return child
}
