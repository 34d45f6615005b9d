/** What an import reports while it runs. */
import type { AccountFileReport } from '../../contract/account-files.ts'
import { Refusal } from '../http/refusal.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Report = Mutable<Omit<AccountFileReport, 'added' | 'browser'>> & {
  readonly added: Mutable<AccountFileReport['added']>
  readonly problem: (words: string) => void
  /** A refusal of one part is reported, and the others go on. */
  readonly attempt: (action: () => Promise<void>) => Promise<void>
}

/** Problems that are listed. */
const PROBLEMS = 200

export function createReport(): Report {
  const problems: string[] = []
  const problem = (words: string) => {
    if (problems.length < PROBLEMS) problems.push(words)
  }
  return {
    added: {
      feeds: 0,
      lists: 0,
      inboxes: 0,
      labels: 0,
      rules: 0,
      entries: 0,
      reads: 0,
      stars: 0,
      highlights: 0,
      plugins: 0,
      settings: false,
    },
    waiting: 0,
    missingLists: [],
    missingPasswords: [],
    missingPlugins: [],
    problems,
    problem,
    attempt: async (action) => {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        problem(error.reason ?? error.message)
      }
    },
  }
}
