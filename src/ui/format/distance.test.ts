import { expect, test } from 'vitest'
import { formatAgo } from './distance.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const ago = (ms: number) => formatAgo(NOW - ms, NOW, 'en')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

test('a time is told by its distance, in the largest unit that it fills', () => {
  expect([0, MINUTE, 59 * MINUTE, HOUR, 23 * HOUR].map(ago)).toEqual([
    'now',
    '1 min. ago',
    '59 min. ago',
    '1 hr. ago',
    '23 hr. ago',
  ])
  expect([DAY, 29 * DAY, 30 * DAY, 400 * DAY].map(ago)).toEqual([
    'yesterday',
    '29 days ago',
    'last mo.',
    'last yr.',
  ])
})
