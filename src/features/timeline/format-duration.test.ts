import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

const message = (duration: number | string) =>
  formatDuration({ attachments: [{ url: 'https://a.example/a.mp3', duration_in_seconds: duration }] })

test('lengths are formatted as on a player', () => {
  expect([message(3723), message(59), message('1:02:03'), message('12:30'), message('90')]).toEqual([
    '1:02:03',
    '0:59',
    '1:02:03',
    '12:30',
    '1:30',
  ])
})

test('a length that is none says nothing', () => {
  expect([message('soon'), message(0), formatDuration({ attachments: [] })]).toEqual(['', '', ''])
})
