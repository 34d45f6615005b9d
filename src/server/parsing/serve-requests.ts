/** Child side of `child-process.ts`: handles numbered requests one at a time and sends their results. */
import PQueue from 'p-queue'
import type { ParserName } from './parsers.ts'

type RequestMessage<Question> = { readonly number: number; readonly question: Question }

export function serveRequests<Question, Answer>(
  handle: (question: Question) => Answer | Promise<Answer>,
): void {
  const handleMessage = async ({ number, question }: RequestMessage<Question>): Promise<void> => {
    try {
      process.send?.({ number, answer: await handle(question) })
    } catch (error) {
      process.send?.({ number, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const queue = new PQueue({ concurrency: 1 })
  process.on('message', (message: RequestMessage<Question>) => void queue.add(() => handleMessage(message)))
  // Ctrl+C reaches the whole process group. Ignore it: the server ends this process after releasing its work. An earlier end
  // would count the current document as unreadable.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The server process has ended.
  process.on('disconnect', () => process.exit())
}

/** The input of the child process. `schemes`: those of feed addresses that plugins read. */
export type ParseRequest = {
  readonly parser: ParserName
  readonly input: unknown
  readonly schemes: readonly string[]
}
