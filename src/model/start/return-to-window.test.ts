import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { $services } from '../services.ts'
import { startReader } from '../testing.ts'

const MINUTE_MS = 60_000

/** Requests of a pane that stays on the screen, of the subscriptions, and of the counts. */
async function leaveFor(ms: number) {
  const reader = await startReader()
  let requests = 0
  const observer = new QueryObserver(reader.scope.getState($services).queryClient, {
    queryKey: ['pane'],
    queryFn: () => ++requests,
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => requests).toBe(1)
  const calls = () => reader.server.sent('subscriptions.list', 'reads.counts').length
  const before = calls()
  reader.signal('hidden')
  await reader.later(ms)
  reader.signal('visible')
  await reader.settled()
  await new Promise((resolve) => setTimeout(resolve, 0))
  stop()
  return { pane: requests - 1, lists: calls() - before }
}

test('after ten minutes in the background everything on the screen is requested again', async () => {
  expect(await leaveFor(10 * MINUTE_MS)).toEqual({ pane: 1, lists: 2 })
})

test('before that nothing is', async () => {
  expect(await leaveFor(9 * MINUTE_MS)).toEqual({ pane: 0, lists: 0 })
})
