import { expect, test } from 'vitest'
import { chapterAt, chaptersIn } from './chapters.ts'

test('times at the start or the end of lines are chapters', () => {
  expect(chaptersIn('<p>Today:</p><ul><li>00:00 Intro</li><li>(02:30) Guests &amp; news</li></ul>')).toEqual([
    { start: 0, time: '00:00', title: 'Intro' },
    { start: 150, time: '02:30', title: 'Guests & news' },
  ])
  expect(chaptersIn('Start – 0:00<br>The end: 1:02:03')).toEqual([
    { start: 0, time: '0:00', title: 'Start' },
    { start: 3723, time: '1:02:03', title: 'The end' },
  ])
})

test('a single time, times within sentences and times that go back are no chapters', () => {
  for (const html of [
    '<p>12:30 Lunch</p>',
    'We meet at 12:30 or 13:30 in the hall.',
    '<p>20:00 Doors</p><p>19:00 Queue</p>',
    '',
  ])
    expect(chaptersIn(html)).toEqual([])
})

test('the chapter at a time is the last that began', () => {
  const chapters = chaptersIn('0:10 One<br>0:20 Two')
  expect([0, 10, 19, 20, 500].map((seconds) => chapterAt(chapters, seconds))).toEqual([-1, 0, 0, 1, 1])
})
