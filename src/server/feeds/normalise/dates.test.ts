import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from './dates.ts'

test.each([
  ['Mon, 02 Jun 2026 10:30:05 GMT', '2026-06-02T10:30:05Z'],
  ['Mon, 2 Jun 2026 10:30 +0200', '2026-06-02T08:30:00Z'],
  ['02 Jun 26 10:30:05 EST', '2026-06-02T15:30:05Z'],
  ['Tuesday, 02 June 2026 10:30:05 PDT', '2026-06-02T17:30:05Z'],
  ['Tue, 02 Jun 2026', '2026-06-02T00:00:00Z'],
  ['02 Jun 1998 10:30:05 +0000', '1998-06-02T10:30:05Z'],
  ['02 Jun 98 10:30:05 +0000', '1998-06-02T10:30:05Z'],
  ['2026-06-02T10:30:05Z', '2026-06-02T10:30:05Z'],
  ['2026-06-02T10:30:05.123456+09:00', '2026-06-02T01:30:05.123Z'],
  ['2026-06-02T10:30Z', '2026-06-02T10:30:00Z'],
  ['2026-06-02 10:30:05', '2026-06-02T10:30:05Z'],
  ['2026-06-02', '2026-06-02T00:00:00Z'],
  ['2026-06', '2026-06-01T00:00:00Z'],
  ['20260602T103005Z', '2026-06-02T10:30:05Z'],
  ['Tue Jun  2 10:30:05 2026', '2026-06-02T10:30:05Z'],
  ['Jun 2, 2026 10:30 PM', '2026-06-02T22:30:00Z'],
  ['Seg, 24 Set 2018 19:42:40 -0300', '2018-09-24T22:42:40Z'],
  ['Di, 02 Mär 2026 10:30:05 +0100', '2026-03-02T09:30:05Z'],
  ['Tue, 02 Jun 2026 10:30:05 GMT+2', '2026-06-02T08:30:05Z'],
])('%s', (written, iso) => {
  const time = readDate(written)
  expect(time === null ? null : new Date(time).toISOString()).toBe(new Date(iso).toISOString())
})

test.each(['', 'soon', '0000-00-00', 'Thu, 01 Jan 1970 00:00:00 GMT', '2026-13-40'])(
  '%s is no date',
  (written) => {
    expect(readDate(written)).toBeNull()
  },
)

test('any text gives a time or nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const time = readDate(text)
      expect(time === null || Number.isFinite(time)).toBe(true)
    }),
  )
})
