import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $source, navigationRequested } from '../location/index.ts'
import { allMarked } from '../reads/index.ts'
import { $timelineIds, idsIn } from '../timeline/index.ts'
import { markRead } from '../reads/changes.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { $readingList, $readingProgress, readForFx } from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** Two feeds with three entries each, of two minutes; the browser has fetched the newest only. */
async function reader(): Promise<Reader> {
  const server = createFakeServer()
  server.pageSize = 1
  for (const feed of ['1', '2']) {
    server.follow(feed)
    for (let n = 0; n < 3; n++) server.publish(feed, `f${feed}e${n}`, NOON - n * 60_000 - Number(feed))
  }
  return startReader({ server })
}
const listed = ({ scope }: Reader) => idsIn(scope.getState($timelineIds).ids)
const readFor = async (one: Reader, minutes: number) => {
  const { value } = await allSettled(readForFx, { scope: one.scope, params: minutes })
  await one.settled()
  return value as unknown
}

test('a list for some minutes has one entry of each feed before a second, and shows its progress to the end', async () => {
  const one = await reader()
  await readFor(one, 7)
  expect(one.scope.getState($source)).toEqual({ kind: 'reading-list' })
  expect(listed(one)).toEqual(['f1e0', 'f2e0', 'f1e1'])
  const progress = () => one.scope.getState($readingProgress)
  expect(progress()).toEqual({ minutes: 7, total: 3, read: 0, minutesLeft: 6 })
  await allSettled(markRead.requested, {
    scope: one.scope,
    params: { args: { entries: [{ id: 'f2e0', feedId: '2' }], read: true } },
  })
  expect(progress()).toMatchObject({ read: 1, minutesLeft: 4 })
  // Read entries stay in the list.
  expect(listed(one)).toEqual(['f1e0', 'f2e0', 'f1e1'])
  await allSettled(allMarked, { scope: one.scope, params: { scope: 'source' } })
  await one.later(1000)
  expect(progress()).toMatchObject({ read: 3, minutesLeft: 0 })
  expect(one.server.entries.filter(({ read }) => read).map(({ id }) => id)).toEqual(['f1e0', 'f1e1', 'f2e0'])
})

test('without a connection the list is made of what the browser stores', async () => {
  const one = await reader()
  one.server.offline = true
  await readFor(one, 60)
  expect(listed(one)).toHaveLength(1)
})

test('a list that nothing fits into is not made', async () => {
  const one = await reader()
  await readFor(one, 4)
  const before = one.scope.getState($readingList)
  await allSettled(allMarked, { scope: one.scope, params: { scope: 'source' } })
  expect(await readFor(one, 1)).toMatchObject({ status: 'nothing' })
  expect(one.scope.getState($readingList)).toBe(before)
})

test('the list is there again after leaving it', async () => {
  const one = await reader()
  await readFor(one, 4)
  await allSettled(navigationRequested, { scope: one.scope, params: { source: { kind: 'all' } } })
  await allSettled(navigationRequested, { scope: one.scope, params: { source: { kind: 'reading-list' } } })
  await one.settled()
  expect(listed(one)).toEqual(['f1e0', 'f2e0'])
})
