import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $online } from '../network/index.ts'
import { flushRequested } from '../outbox/index.ts'
import { countsRequested } from '../subscriptions/index.ts'
import { createFakeServer, startReader } from '../testing.ts'

async function away() {
  const reader = await startReader({ server: createFakeServer() })
  reader.server.offline = true
  await allSettled(countsRequested, { scope: reader.scope })
  expect(reader.scope.getState($online)).toBe(false)
  return reader
}

test('a page with nothing to send finds out by itself that its server is back', async () => {
  const reader = await away()
  await reader.later(60_000)
  expect(reader.scope.getState($online)).toBe(false)
  reader.server.offline = false
  await reader.later(60_000)
  expect(reader.scope.getState($online)).toBe(true)
})

test('trying again asks at once, also with nothing to send', async () => {
  const reader = await away()
  reader.server.offline = false
  await allSettled(flushRequested, { scope: reader.scope })
  expect(reader.scope.getState($online)).toBe(true)
})
