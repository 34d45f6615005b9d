import { expect, test } from 'vitest'
import { isHtml } from './is-html.ts'

test.each([
  '<p>Water</p>',
  'Before <b>high</b> after',
  '<div class="a b">\n<p>\nWater\n</p></div>',
  '<P>Water</p>',
  '<p><img src="a.png">Water</p>',
  '<p>One<p>Two</p>',
])('an element with text inside is HTML: %s', (text) => {
  expect(isHtml(text)).toBe(true)
})

test.each([
  '',
  'Water',
  'a < b and b > c',
  '<p>Water',
  'Water</p>',
  '</p>Water<p>',
  '<p></p>',
  '<p> \n\t</p>',
  '<p><br></p>',
  '<br> and <hr>',
  '<b>One</i>',
  'if (a <b) print(c> d)',
])('without a pair of tags around a text it is not: %j', (text) => {
  expect(isHtml(text)).toBe(false)
})
