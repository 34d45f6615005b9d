/** The other end of `child.ts` and of `thread.ts`: questions come in, answers go out, by number and one after the other. */
import { parentPort } from 'node:worker_threads'

type Asked<Question> = { readonly number: number; readonly question: Question }

export function answerAll<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  const tell = (told: object): unknown => (parentPort ? parentPort.postMessage(told) : process.send?.(told))
  const answerOne = async ({ number, question }: Asked<Question>): Promise<void> => {
    try {
      tell({ number, answer: await answer(question) })
    } catch (error) {
      tell({ number, error: error instanceof Error ? error.message : String(error) })
    }
  }
  let last = Promise.resolve()
  const hear = (asked: Asked<Question>): void => void (last = last.then(() => answerOne(asked)))
  if (parentPort) return void parentPort.on('message', hear)
  process.on('message', hear)
  // Ctrl+C reaches the whole process group. The server ends this process when it has put its work back; were it gone before,
  // the document at hand would count as one that cannot be read.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The server is gone, however it went.
  process.on('disconnect', () => process.exit())
}
