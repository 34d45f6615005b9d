/** The other end of `child.ts`: questions come in, answers go out, by number. */
type Asked<Question> = { readonly number: number; readonly question: Question }

export function answerAll<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  process.on('message', async ({ number, question }: Asked<Question>) => {
    try {
      process.send?.({ number, answer: await answer(question) })
    } catch (error) {
      process.send?.({ number, error: error instanceof Error ? error.message : String(error) })
    }
  })
  // The server is gone, however it went.
  process.on('disconnect', () => process.exit())
}
