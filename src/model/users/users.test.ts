import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import '../everything.ts'
import { startReader, type Reader } from '../testing.ts'
import { $users, profileNeeded } from './index.ts'

const need = ({ scope }: Reader, ...ids: string[]) =>
  Promise.all(ids.map((id) => allSettled(profileNeeded, { scope, params: id })))
const batches = ({ server }: Reader) => server.sent('profiles.batch').map(({ input }) => input)
const names = ({ scope }: Reader) => [...scope.getState($users).values()].map(({ name }) => name)

test('profiles that are needed within a tenth of a second are requested together, each once', async () => {
  const reader = await startReader()
  await need(reader, '7', '8', '7', '')
  await reader.later(99)
  expect(batches(reader)).toEqual([])
  await need(reader, '9')
  await reader.later(1)
  expect(batches(reader)).toEqual([{ ids: ['7', '8', '9'] }])
  expect(names(reader)).toEqual(['Person 7', 'Person 8', 'Person 9'])
  await need(reader, '8')
  await reader.later(100)
  expect(batches(reader)).toHaveLength(1)
})

test('a profile is requested again after five minutes', async () => {
  const reader = await startReader()
  await need(reader, '7')
  await reader.later(100)
  await reader.later(5 * 60_000)
  await need(reader, '7')
  await reader.later(100)
  expect(batches(reader)).toHaveLength(2)
})

test('a batch that is refused yields nothing, and can be requested again', async () => {
  const reader = await startReader()
  reader.server.refuse('profiles.batch', 'invalidParameter')
  await need(reader, '7')
  await reader.later(100)
  expect(names(reader)).toEqual([])
  await need(reader, '7')
  await reader.later(100)
  expect(names(reader)).toEqual(['Person 7'])
})

test('profiles are stored for times without the server, apart from the own one', async () => {
  const before = await startReader()
  await need(before, '7', '1')
  await before.later(100)
  before.server.offline = true
  const after = await startReader({ local: before.local, server: before.server })
  await need(after, '7')
  await after.later(100)
  expect(names(after)).toEqual(['Person 7'])
  expect(await before.local.call('user.get')).toMatchObject({ id: '1', row: { email: '1@example.org' } })
})
