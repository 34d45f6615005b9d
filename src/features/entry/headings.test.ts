// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { currentHeading, headingAfter, headingsOf } from './headings.ts'

test('headings of the content have levels from 1, and empty ones are left out', () => {
  const page = document.createElement('div')
  page.innerHTML =
    '<h1>Title</h1><div class="entry-content"><h2>One</h2><h3> Two\n parts </h3><h2></h2><h2>Three</h2></div>'
  expect(headingsOf(page).map(({ text, level }) => [text, level])).toEqual([
    ['One', 1],
    ['Two parts', 2],
    ['Three', 1],
  ])
})

test('the heading that is read is the last one above the edge', () => {
  expect(currentHeading([-300, 0, 400])).toBe(1)
  expect(currentHeading([100, 400])).toBe(-1)
})

test('a step goes on to the next heading, and back to the beginning of the section first', () => {
  expect(headingAfter([100, 400], 1)).toBe(0)
  expect(headingAfter([0, 400, 900], 1)).toBe(1)
  expect(headingAfter([0, 400, 900], 5)).toBe(2)
  expect(headingAfter([-500, -200, 900], -1)).toBe(1)
  expect(headingAfter([-500, 0, 900], -1)).toBe(0)
  expect(headingAfter([0, 400], -1)).toBeNull()
  expect(headingAfter([], 1)).toBeNull()
})
