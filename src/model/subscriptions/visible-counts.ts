/** Counts as they are drawn: whoever reads on sees them follow a few times a second, not with each entry. */
import { createStore, sample } from 'effector'
import { createTimer } from '../timer.ts'
import { $counts } from './tables.ts'

/** ms that one more or one fewer may wait to be drawn. */
export const COUNTS_DEBOUNCE_MS = 150

type Counts = ReadonlyMap<string, number>
const none: Counts = new Map()
const timer = createTimer()

const $both = createStore({ newest: none, shown: none }, { serialize: 'ignore' })
  .on($counts, (both, counts) => {
    const moved = largestMove(both.newest, counts)
    // The same numbers in another map are nothing to draw.
    if (moved === 0) return both
    return { newest: counts, shown: moved === 1 ? both.shown : counts }
  })
  .on(timer.fired, ({ newest }) => ({ newest, shown: newest }))

/** Behind by what was read in the last moment; anything larger than a step shows at once. */
export const $visibleCounts = $both.map(({ shown }) => shown)

sample({
  clock: $both,
  source: timer.$running,
  filter: (running, { newest, shown }) => !running && newest !== shown,
  fn: () => COUNTS_DEBOUNCE_MS,
  target: timer.started,
})

/** By how much the number that moved most has moved; Infinity where one came or went. */
function largestMove(before: Counts, after: Counts): number {
  if (before.size !== after.size) return Number.POSITIVE_INFINITY
  let most = 0
  for (const [id, count] of after)
    most = Math.max(most, Math.abs(count - (before.get(id) ?? Number.POSITIVE_INFINITY)))
  return most
}
