import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

const said = (duration: number | string) =>
  formatDuration({ attachments: [{ url: 'https://a.example/a.mp3', duration_in_seconds: duration }] })

test('lengths are said as on a player', () => {
  expect([said(3723), said(59), said('1:02:03'), said('12:30'), said('90')]).toEqual([
    '1:02:03',
    '0:59',
    '1:02:03',
    '12:30',
    '1:30',
  ])
})

test('a length that is none says nothing', () => {
  expect([said('soon'), said(0), formatDuration({ attachments: [] })]).toEqual(['', '', ''])
})
