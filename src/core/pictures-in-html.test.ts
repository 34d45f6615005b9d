import { expect, test } from 'vitest'
import { picturesInHtml } from './pictures-in-html.ts'

test('the pictures of a text are found in order, whatever their other attributes', () => {
  const html = `<p>One</p><img alt="a > b" src="https://a.example/1.png?x=1&amp;y=2"><img
    src='https://a.example/2.png' width="3"><a href="https://a.example/3.png">src="no"</a><img data-src="x">`
  expect(picturesInHtml(html)).toEqual(['https://a.example/1.png?x=1&y=2', 'https://a.example/2.png'])
})
