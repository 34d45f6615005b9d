// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { leaveRows, type Leaving } from './leave-rows.ts'

type Drawn = {
  readonly from: number
  readonly to: number
  readonly scrolled?: number
  /** Positions of the drawn rows that are read. */
  readonly read?: readonly number[]
  readonly layout?: string
}

/** A list of rows of 80 px, of which some are drawn, as its start will show it in 400 px. */
function listOf(
  { from, to, scrolled = 0, read = [], layout = 'article' }: Drawn,
  how: Partial<Leaving> = {},
) {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => {
    const position = from + at
    return `<div class="entry-row" style="top: ${(position - 1) * 80}px; height: 80px" aria-posinset="${position}"
      ${read.includes(position) ? 'data-read="true"' : ''}></div>`
  })
  document.body.innerHTML = `<div data-scroll top="${scrolled}"><div class="entry-list" data-layout="${layout}" style="height: 8000px">
    <div class="entry-span" style="top: 0px; height: 8000px">${rows.join('')}</div></div></div>`
  const list = document.querySelector('.entry-list') as Element
  const isDrawn = leaveRows(list, { hidesRead: true, readAbove: () => [], height: 400, ...how })
  const left = [...list.querySelectorAll<HTMLElement>('.entry-row')]
  return {
    isDrawn,
    tops: left.map(({ style }) => Number.parseInt(style.top, 10)),
    positions: left.map((row) => Number(row.getAttribute('aria-posinset'))),
    scrolled: document.querySelector('[data-scroll]')?.getAttribute('top'),
  }
}
const all = (isRead: boolean) => (position: number) => Array.from({ length: position - 1 }, () => isRead)

test('a list that stays as it is keeps its place, with the rows that are seen', () => {
  expect(listOf({ from: 5, to: 30, scrolled: 820 }, { readAbove: all(false) })).toEqual({
    isDrawn: true,
    tops: [800, 880, 960, 1040, 1120, 1200],
    positions: [11, 12, 13, 14, 15, 16],
    scrolled: '820',
  })
})

test('further down than the rows that come with the list, a start shows something else', () => {
  expect(listOf({ from: 30, to: 60, scrolled: 3300 }, { readAbove: all(false) }).isDrawn).toBe(false)
})

test('a list whose upper rows were read begins with the first that was not', () => {
  const drawn = { from: 21, to: 40, scrolled: 2000, read: [21, 22, 24] }
  expect(listOf(drawn, { readAbove: all(true) })).toEqual({
    isDrawn: true,
    tops: [0, 80, 160, 240, 320],
    positions: [1, 2, 3, 4, 5],
    scrolled: null,
  })
  // Those above that are unread are not drawn now.
  expect(listOf(drawn, { readAbove: (position) => [false, ...all(true)(position).slice(1)] }).isDrawn).toBe(
    false,
  )
})

test('in a list that also has what was read nothing leaves', () => {
  const { positions } = listOf({ from: 1, to: 10, read: [1, 2] }, { hidesRead: false })
  expect(positions).toEqual([1, 2, 3, 4, 5])
})

test('nothing is drawn where all is read, nor in layouts whose rows come later', () => {
  expect(listOf({ from: 1, to: 3, read: [1, 2, 3] }).isDrawn).toBe(false)
  expect(listOf({ from: 1, to: 3, layout: 'social' }).isDrawn).toBe(false)
})
