/** Debounced counts for rendering: while the user reads entries they update a few times a second, not with each entry. */
import { createStore, sample } from 'effector'
import { createTimer } from '../timer.ts'
import { $counts } from './tables.ts'

/** ms by which a change of one is delayed. */
export const COUNTS_DEBOUNCE_MS = 150

type Counts = ReadonlyMap<string, number>
const none: Counts = new Map()
const timer = createTimer()

const $both = createStore({ newest: none, visible: none }, { serialize: 'ignore' })
  .on($counts, (both, counts) => {
    const change = largestChange(both.newest, counts)
    // Equal counts in another map need no render.
    if (change === 0) return both
    return { newest: counts, visible: change === 1 ? both.visible : counts }
  })
  .on(timer.fired, ({ newest }) => ({ newest, visible: newest }))

/** Changes larger than one are visible at once. */
export const $visibleCounts = $both.map(({ visible }) => visible)

sample({
  clock: $both,
  source: timer.$running,
  filter: (running, { newest, visible }) => !running && newest !== visible,
  fn: () => COUNTS_DEBOUNCE_MS,
  target: timer.started,
})

/** The largest absolute change of a count; Infinity if one was added or removed. */
function largestChange(before: Counts, after: Counts): number {
  if (before.size !== after.size) return Number.POSITIVE_INFINITY
  let largest = 0
  for (const [id, count] of after)
    largest = Math.max(largest, Math.abs(count - (before.get(id) ?? Number.POSITIVE_INFINITY)))
  return largest
}
