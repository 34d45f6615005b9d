/** Polls an unreachable server, also on request. */
import { sample } from 'effector'
import { $online, wentOffline } from '../network/index.ts'
import { flushRequested } from '../outbox/index.ts'
import { countsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'

const POLL_MS = 20_000

const timer = createTimer()
sample({
  clock: [wentOffline, timer.fired],
  source: $online,
  filter: (online) => !online,
  fn: () => POLL_MS,
  target: timer.started,
})
sample({
  clock: [timer.fired, flushRequested],
  source: $online,
  filter: (online) => !online,
  fn: () => {},
  target: countsRequested,
})
