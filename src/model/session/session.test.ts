import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $statuses } from '../entries/index.ts'
import { $dialogStack } from '../layout/index.ts'
import { $pendingCount } from '../outbox/index.ts'
import { readMarked } from '../reads/index.ts'
import { timelineRefetched } from '../timeline/index.ts'
import { $isSessionEnded, $session, whoamiRequested } from './index.ts'
import { createFakeServer, startReader, testUser, type Reader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
async function reading(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('a')
  server.publish('a', 'a-0', NOON)
  return startReader({ server })
}
const dialogs = ({ scope }: Reader) => scope.getState($dialogStack).map(({ id }) => id)

test('a call that is answered 401 clears the user and asks to sign in; the change that waits is sent afterwards', async () => {
  const reader = await reading()
  const { scope, server } = reader
  server.user = null
  server.refuse('entries.list', 'unauthorized')
  await allSettled(timelineRefetched, { scope })
  await reader.settled()
  expect(scope.getState($session)).toEqual({ status: 'unauthenticated', user: null })
  expect(scope.getState($isSessionEnded)).toBe(true)
  expect(dialogs(reader)).toEqual(['session'])

  await allSettled(readMarked, { scope, params: { ids: ['a-0'], read: true } })
  await reader.later(5000)
  expect(scope.getState($statuses).get('a-0')?.read).toBe(true)
  expect(scope.getState($pendingCount)).toBe(1)
  expect(server.sent('reads.mark')).toEqual([])

  server.user = testUser('1')
  await allSettled(whoamiRequested, { scope })
  await reader.later(5000)
  expect(scope.getState($isSessionEnded)).toBe(false)
  expect(dialogs(reader)).toEqual([])
  expect(server.entries.map(({ read }) => read)).toEqual([true])
  expect(scope.getState($pendingCount)).toBe(0)
})

test('a wrong code, which is also answered 401, ends no session', async () => {
  const reader = await reading()
  const { scope, server } = reader
  server.fail('entries.list', 401)
  await allSettled(timelineRefetched, { scope })
  await reader.settled()
  expect(scope.getState($session)).toMatchObject({ status: 'authenticated', user: { id: '1' } })
  expect(dialogs(reader)).toEqual([])
})

test('a request with a session that this device has replaced since ends no session', async () => {
  const reader = await reading()
  const { scope, server } = reader
  server.refuse('entries.list', 'unauthorized')
  await allSettled(timelineRefetched, { scope })
  await reader.settled()
  expect(scope.getState($session)).toMatchObject({ status: 'authenticated', user: { id: '1' } })
  expect(dialogs(reader)).toEqual([])
})
