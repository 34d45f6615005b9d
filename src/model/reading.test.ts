import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import {
  $counts,
  $pendingCount,
  $session,
  $statuses,
  $timeline,
  $tree,
  readToggled,
  rowsWanted,
} from './index.ts'
import { createFakeServer, startReader, type Reader } from './testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const minutes = (n: number) => NOON - n * 60_000

function library(feeds = 2, each = 3) {
  const server = createFakeServer()
  for (let feed = 1; feed <= feeds; feed++) {
    server.follow(String(feed))
    for (let n = 0; n < each; n++) server.publish(String(feed), `${feed}-${n}`, minutes(n * feeds + feed))
  }
  return server
}
const ids = ({ scope }: Reader) => scope.getState($timeline).ids
const shown = ({ scope }: Reader, id: string) => scope.getState($statuses).get(id)
const count = ({ scope }: Reader, feed: string) => scope.getState($counts).get(feed)
const wanted = (reader: Reader) => allSettled(rowsWanted, { scope: reader.scope, params: ids(reader) })
async function opened(setup = {}) {
  const reader = await startReader(setup)
  await wanted(reader)
  return reader
}

test('a start shows what the server has, newest first, with its counts', async () => {
  const reader = await opened({ server: library() })
  expect(reader.scope.getState($session).status).toBe('authenticated')
  expect(ids(reader)).toEqual(['1-0', '2-0', '1-1', '2-1', '1-2', '2-2'])
  expect(reader.scope.getState($timeline)).toMatchObject({ status: 'ready', remoteMore: true })
  expect(count(reader, '1')).toBe(3)
  expect(reader.scope.getState($tree).map(({ title, unread }) => `${title} ${unread}`)).toEqual([
    ' 6',
    ' 0',
    'Feed 1 3',
    'Feed 2 3',
  ])
})

test('a mark shows before the server has answered, and stays when it has', async () => {
  const reader = await opened({ server: library() })
  const release = reader.server.hold('reads.mark')
  const marking = allSettled(readToggled, { scope: reader.scope, params: { id: '1-0' } })
  expect(shown(reader, '1-0')?.read).toBe(true)
  expect(count(reader, '1')).toBe(2)
  release()
  await marking
  expect(shown(reader, '1-0')?.read).toBe(true)
  expect(count(reader, '1')).toBe(2)
  expect(reader.server.counts()['1']).toBe(2)
  expect(reader.scope.getState($pendingCount)).toBe(0)
})
