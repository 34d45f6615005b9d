/**
 * What a start hears of the server is mostly what follow.db has just answered: that is not handed back. It spares each
 * start two journeys to the worker, and follow.db two comparisons with itself.
 */
import { isSame } from '../core/same.ts'
import type { Local } from './calls.ts'
import { withOwn } from './own.ts'

type Whole = 'subscriptions' | 'unread'
/** A notice that names one of these says that it is no longer as it was; another person's library has all of them anew. */
const TOLD: readonly string[] = ['subscriptions', 'unread', 'user'] satisfies (Whole | 'user')[]

/** A library that is told only what it does not have. */
export function withoutRepeats(library: Local): Local {
  /** What it has; a new record with all that may change it, so that an answer which was under way then is not believed. */
  let known: { [N in Whole]?: unknown } = {}
  const forget = (): void => void (known = {})
  library.listen((notice) => {
    if (notice.is === 'changed' ? notice.nouns.some((noun) => TOLD.includes(noun)) : notice.is !== 'ready')
      forget()
  })
  const answered = async <T>(noun: Whole, asked: Promise<T>): Promise<T> => {
    const at = known
    const answer = await asked
    at[noun] = answer
    return answer
  }
  const replaced = async (noun: Whole, truth: unknown, tell: () => Promise<void>): Promise<void> => {
    if (noun in known && isSame(known[noun], truth)) return
    forget()
    await tell()
  }
  const { call } = library
  return withOwn(library, {
    'subscriptions.all': () => answered('subscriptions', call('subscriptions.all')),
    'subscriptions.replace': (set) =>
      replaced('subscriptions', set, () => call('subscriptions.replace', set)),
    'unread.all': () => answered('unread', call('unread.all')),
    'unread.replace': (counts) => replaced('unread', counts, () => call('unread.replace', counts)),
  })
}
