/** A server that is there again does not say so: while nobody answers it is asked now and then, and when somebody wishes. */
import { sample } from 'effector'
import { $online, wentOffline } from '../network/index.ts'
import { flushAsked } from '../outbox/index.ts'
import { countsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'

const AGAIN_MS = 20_000

const timer = createTimer()
sample({
  clock: [wentOffline, timer.fired],
  source: $online,
  filter: (online) => !online,
  fn: () => AGAIN_MS,
  target: timer.started,
})
sample({
  clock: [timer.fired, flushAsked],
  source: $online,
  filter: (online) => !online,
  fn: () => {},
  target: countsRequested,
})
