import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $currentEntryId, rowsRequested } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { readMarked } from '../reads/index.ts'
import { $timelineIds, idsIn } from './index.ts'
import { createFakeServer, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** Sixty entries of feed 1 on three pages, and one of feed 2. */
async function readerOfPages() {
  const server = createFakeServer()
  server.pageSize = 20
  server.follow('1')
  server.follow('2')
  for (let n = 0; n < 60; n += 1) server.publish('1', `e${String(n).padStart(2, '0')}`, NOON - n * 60_000)
  server.publish('2', 'other', NOON + 60_000)
  const reader = await startReader({ server })
  const open = (id: string, entryId: string) =>
    allSettled(navigationRequested, {
      scope: reader.scope,
      params: { source: { kind: 'feed', id }, entryId },
    })
  const listed = () => idsIn(reader.scope.getState($timelineIds).ids)
  return { ...reader, open, listed }
}

test('an entry that is on no loaded page has its row once it is opened in the list of its feed', async () => {
  const { scope, open, listed } = await readerOfPages()
  expect(listed()).not.toContain('e55')
  await open('1', 'e55')
  expect(scope.getState($currentEntryId)).toBe('e55')
  expect(listed()).toContain('e55')
  expect(listed()).toEqual(listed().toSorted())
  expect(listed()).not.toContain('other')
})

test('an entry that is read has its row in a list of unread entries while it is open', async () => {
  const { scope, later, open, listed } = await readerOfPages()
  await allSettled(rowsRequested, { scope, params: ['e05'] })
  await allSettled(readMarked, { scope, params: { ids: ['e05'], read: true } })
  await later(1000)
  await open('2', 'other')
  expect(listed()).toEqual(['other'])
  await open('1', 'e05')
  expect(listed().slice(4, 7)).toEqual(['e04', 'e05', 'e06'])
})
