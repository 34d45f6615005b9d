import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $currentEntryId, entryStepped, timelineRefetched } from '../index.ts'
import { createFakeServer, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

test('an open entry that has left the unread list is gone on from where it stood', async () => {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 6; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const { scope } = await startReader({ server })
  const step = (by: number) => allSettled(entryStepped, { scope, params: { by } })
  await step(3)
  expect(scope.getState($currentEntryId)).toBe('e2')
  await allSettled(timelineRefetched, { scope })
  await step(1)
  expect(scope.getState($currentEntryId)).toBe('e3')
  await allSettled(timelineRefetched, { scope })
  await step(-1)
  expect(scope.getState($currentEntryId)).toBe('e1')
})
