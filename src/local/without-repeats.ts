/**
 * What a start hears of the server is mostly what follow.db has just answered: that is not handed back. It spares each
 * start two journeys to the worker, and follow.db two comparisons with itself.
 */
import { isSame } from '../core/same.ts'
import type { Local, LocalArgument } from './calls.ts'
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
  const all = (noun: Whole) => async () => {
    const at = known
    const answer = await library.call(`${noun}.all`)
    at[noun] = answer
    return answer as never
  }
  const replace =
    <N extends Whole>(noun: N) =>
    async (truth: LocalArgument<`${N}.replace`>): Promise<void> => {
      if (noun in known && isSame(known[noun], truth)) return
      forget()
      await (library.call as (name: string, argument: unknown) => Promise<unknown>)(`${noun}.replace`, truth)
    }
  return withOwn(library, {
    'subscriptions.all': all('subscriptions'),
    'subscriptions.replace': replace('subscriptions'),
    'unread.all': all('unread'),
    'unread.replace': replace('unread'),
  })
}
