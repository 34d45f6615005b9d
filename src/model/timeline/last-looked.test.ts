import { expect, test } from 'vitest'
import { createFakeServer, startReader } from '../testing.ts'
import { $fetchedAt } from './check-new.ts'
import { $lookedAt } from './last-looked.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

test('the reader last looked when a list was fetched, then when a check brought nothing', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'a', NOON - 1000)
  const reader = await startReader({ server })
  const lookedAt = () => reader.scope.getState($lookedAt)
  const fetchedAt = Math.max(...reader.scope.getState($fetchedAt).values())
  expect(lookedAt()).toBe(fetchedAt)
  await reader.later(60_000)
  expect(server.sent('entries.checkNew')).toHaveLength(1)
  expect(lookedAt()).toBe(fetchedAt + 60_000)
})
