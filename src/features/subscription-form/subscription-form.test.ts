import { expect, test } from 'vitest'
import type { FetchRecord } from '../../contract/feeds.ts'
import { folderFrom, folderNames } from './folders.ts'
import { healthOf } from './health.ts'

const fetched = (
  outcome: FetchRecord['outcome'],
  day: number,
  message: string | null = null,
): FetchRecord => ({
  at: `2026-03-0${day}T00:00:00.000Z`,
  outcome,
  message,
  status: null,
  newEntries: 0,
  bytes: 0,
  milliseconds: 0,
})

test('a feed that failed three times fails since the first of them, with the newest reason', () => {
  const fetches = [
    fetched('failed', 5, 'timed out'),
    fetched('failed', 4, 'refused'),
    fetched('failed', 3),
    fetched('unchanged', 2),
  ]
  expect(healthOf(fetches)).toEqual({ is: 'failing', since: '2026-03-03T00:00:00.000Z', reason: 'timed out' })
  expect(healthOf(fetches.slice(0, 2))).toMatchObject({ since: '2026-03-04T00:00:00.000Z' })
})

test('a feed that came back after a failure is well, one that was withdrawn is not', () => {
  expect(healthOf([fetched('stored', 2), fetched('failed', 1)]).is).toBe('well')
  expect(healthOf([fetched('gone', 2)]).is).toBe('gone')
  expect(healthOf([]).is).toBe('none')
})

test('folders are offered once each, and white space is no folder', () => {
  const one = { category: 'News' } as never
  expect(folderNames([one, one, { category: null } as never, { category: 'Art' } as never])).toEqual([
    'Art',
    'News',
  ])
  expect(folderFrom('  ')).toBeNull()
  expect(folderFrom(' Art ')).toBe('Art')
})
