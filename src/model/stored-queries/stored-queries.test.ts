import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { userDataCleared } from '../app/index.ts'
import { $services } from '../services.ts'
import { storedQuery } from '../query-client.ts'
import { startReader, type Reader } from '../testing.ts'
import { testUser } from '../testing-server.ts'
import { started } from './index.ts'
import { STORED_QUERIES_KEY } from './state.ts'

const DAY_MS = 24 * 3600 * 1000

const client = ({ scope }: Reader) => scope.getState($services).queryClient
async function fetch(reader: Reader, name: string, data: unknown, options = {}) {
  await client(reader).fetchQuery({ queryKey: [name], queryFn: () => data, ...options })
}
/** A page that received responses to queries and was closed. */
async function left(): Promise<Reader> {
  const reader = await startReader()
  await allSettled(started, { scope: reader.scope })
  await fetch(reader, 'trending', ['tea'], storedQuery)
  await fetch(reader, 'sessions', ['secret'])
  await fetch(reader, 'one page', { pages: [1], pageParams: [0] }, storedQuery)
  await fetch(reader, 'two pages', { pages: [1, 2], pageParams: [0, 1] }, storedQuery)
  await fetch(reader, 'huge', 'x'.repeat(600_000), storedQuery)
  reader.signal('leaving')
  await reader.settled()
  return reader
}
async function open(before: Reader, setup: Parameters<typeof startReader>[0] = {}): Promise<Reader> {
  const reader = await startReader({
    storage: before.storage,
    local: before.local,
    server: before.server,
    ...setup,
  })
  await allSettled(started, { scope: reader.scope })
  return reader
}
const known = (reader: Reader) =>
  ['trending', 'sessions', 'one page', 'two pages', 'huge'].filter((name) =>
    client(reader).getQueryData([name]),
  )

test('the next page has the responses that may be stored, of one page each', async () => {
  const before = await left()
  const reader = await open(before)
  expect(known(reader)).toEqual(['trending', 'one page'])
  expect(client(reader).getQueryData(['trending'])).toEqual(['tea'])
  expect(before.storage.stored.get(STORED_QUERIES_KEY)).not.toContain('secret')
})

test('responses are forgotten after seven days', async () => {
  const before = await left()
  const at = Date.now()
  const after = (days: number) => ({
    services: { clock: { now: () => at + days * DAY_MS, after: () => () => {} } },
  })
  expect(known(await open(before, after(6)))).toEqual(['trending', 'one page'])
  expect(known(await open(before, after(8)))).toEqual([])
})

test('neither another user nor another build sees them', async () => {
  const before = await left()
  expect(known(await open(before, { platform: { build: () => 'newer' } }))).toEqual([])
  before.server.user = testUser('2')
  expect(known(await open(before))).toEqual([])
})

test('what is no cache is ignored, and who signs out leaves none', async () => {
  const before = await left()
  await allSettled(userDataCleared, { scope: before.scope })
  expect(before.storage.stored.has(STORED_QUERIES_KEY)).toBe(false)
  before.storage.setItem(STORED_QUERIES_KEY, '{"queries":')
  expect(known(await open(before))).toEqual([])
})
