import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { rowsRequested } from '../entries/index.ts'
import { allMarked } from '../reads/index.ts'
import { $timeline, entryStepped, idsIn } from '../timeline/index.ts'
import { $counts, $tree, $viewTabs } from './index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { COUNTS_DEBOUNCE_MS } from './visible-counts.ts'

async function reading(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 9; n++) server.publish('1', `e${n}`, Date.UTC(2026, 0, 14) - n * 60_000)
  const reader = await startReader({ server })
  await allSettled(rowsRequested, {
    scope: reader.scope,
    params: idsIn(reader.scope.getState($timeline).ids),
  })
  return reader
}
const drawn = ({ scope }: Reader) => [
  scope.getState($tree).map(({ unread }) => unread),
  scope.getState($viewTabs)[0]?.unread,
]
const step = ({ scope }: Reader) => allSettled(entryStepped, { scope, params: { by: 1 } })

test('who reads one entry after another sees the counts a moment later, and then as they are', async () => {
  const reader = await reading()
  const before = reader.scope.getState($tree)
  for (let n = 0; n < 4; n++) await step(reader)
  expect(reader.scope.getState($counts).get('1')).toBe(5)
  expect(reader.scope.getState($tree)).toBe(before)
  await reader.later(COUNTS_DEBOUNCE_MS)
  expect(drawn(reader)).toEqual([[5, 0, 5], 5])
})

test('what the server takes of the marks is nothing to draw anew', async () => {
  const reader = await reading()
  await step(reader)
  await reader.later(COUNTS_DEBOUNCE_MS)
  const before = reader.scope.getState($tree)
  await reader.later(1000)
  expect(reader.server.counts()).toEqual({ 1: 8 })
  expect(reader.scope.getState($tree)).toBe(before)
})

test('what is marked at once shows at once', async () => {
  const reader = await reading()
  await allSettled(allMarked, { scope: reader.scope, params: { scope: 'view' } })
  expect(drawn(reader)).toEqual([[0, 0, 0], 0])
})
