/**
 * A thread beside the server, for work that is small and much. It shares the program's fate, so it is asked nothing that
 * the server would not do by itself; what could burst its bounds is for `child.ts`.
 */
import { Worker } from 'node:worker_threads'

/** `late`: given up, for it took too long. `lost`: never answered, though perhaps through no fault of its own. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly failed: 'late' | 'lost' }
export type Thread<Question, Answer> = {
  readonly isRunning: () => boolean
  /** @throws when the machine has no room for a thread */
  readonly start: () => void
  /** @param transfer what of the question is given away instead of copied @returns never throws; `lost` where no thread runs */
  readonly ask: (question: Question, transfer?: readonly ArrayBuffer[]) => Promise<Outcome<Answer>>
  readonly close: () => Promise<void>
}
type Bounds = {
  /** ms for one answer */
  readonly time: number
  /** ms without a question after which the thread is ended; it keeps its memory for nothing */
  readonly idle: number
  /** MB for what is new in its memory */
  readonly young: number
  /** Called whenever a thread is no more, for whatever reason. */
  readonly ended?: () => void
}
type Told<Answer> = { readonly number: number; readonly answer: Answer; readonly error?: string }
type Waiting<Answer> = { readonly number: number; readonly done: (outcome: Outcome<Answer>) => void }

/** @param module calls `answerAll` */
export function createThread<Question, Answer>(
  module: URL,
  { time, idle, young, ended = () => undefined }: Bounds,
): Thread<Question, Answer> {
  let running: Worker | null = null
  /** In the order of asking, which is the order of answers. */
  let waiting: Waiting<Answer>[] = []
  let timer: NodeJS.Timeout | undefined
  let count = 0

  const close = async (): Promise<void> => {
    clearTimeout(timer)
    const [old, left] = [running, waiting]
    running = null
    waiting = []
    for (const { done } of left) done({ failed: 'lost' })
    if (old) ended()
    await old?.terminate()
  }
  const giveUp = (): void => {
    waiting.shift()?.done({ failed: 'late' })
    void close()
  }
  const expect = (): void => {
    clearTimeout(timer)
    // The first also keeps a program alive that waits for this answer and nothing else.
    timer = waiting.length > 0 ? setTimeout(giveUp, time) : setTimeout(() => void close(), idle).unref()
  }
  const hear = ({ number, answer, error }: Told<Answer>): void => {
    if (waiting[0]?.number !== number) return void close()
    waiting.shift()?.done(error === undefined ? { answer } : { failed: 'lost' })
    expect()
  }
  const start = (): void => {
    // Knows nothing of the server: neither its flags (a test runner's loader, say) nor its secrets.
    const resourceLimits = { maxYoungGenerationSizeMb: young }
    const thread = new Worker(module, { argv: [], execArgv: [], env: {}, resourceLimits })
    // One that was ended may still have said something.
    const stopped = () => void (running === thread && close())
    thread
      .on('message', (told: Told<Answer>) => running === thread && hear(told))
      .on('messageerror', stopped)
      .on('error', stopped)
      .on('exit', stopped)
      .unref()
    running = thread
    expect()
  }
  return {
    isRunning: () => running !== null,
    start: () => void (running ?? start()),
    ask(question, transfer = []) {
      if (!running) return Promise.resolve({ failed: 'lost' })
      const { promise, resolve } = Promise.withResolvers<Outcome<Answer>>()
      count += 1
      waiting.push({ number: count, done: resolve })
      running.postMessage({ number: count, question }, transfer)
      if (waiting.length === 1) expect()
      return promise
    },
    close,
  }
}
