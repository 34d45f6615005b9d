/** The other end of `child-process.ts`: requests come in, results go out, by number and one after the other. */

type Asked<Question> = { readonly number: number; readonly question: Question }

export function answerAll<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  const answerOne = async ({ number, question }: Asked<Question>): Promise<void> => {
    try {
      process.send?.({ number, answer: await answer(question) })
    } catch (error) {
      process.send?.({ number, error: error instanceof Error ? error.message : String(error) })
    }
  }
  let last = Promise.resolve()
  process.on('message', (asked: Asked<Question>) => void (last = last.then(() => answerOne(asked))))
  // Ctrl+C reaches the whole process group. The server ends this process when it has put its work back; were it gone before,
  // the document at hand would count as one that cannot be read.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The server is gone, however it went.
  process.on('disconnect', () => process.exit())
}
