import { expect, test } from 'vitest'
import { plainText } from '../normalise/text.ts'
import { sanitise } from './sanitise.ts'

const clean = (html: string) => sanitise(html, null).html

test.each([
  [
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre><code class="language-js">let a\nlet b</code></pre></td></tr></table>',
    '<pre><code class="language-js">let a\nlet b</code></pre>',
  ],
  [
    '<table><tbody><tr><td><pre>9<br>10</pre></td><td><pre>let a<br>let b</pre></td></tr></tbody></table>',
    '<pre>let a\nlet b</pre>',
  ],
  [
    '<table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"></td><td>let a</td></tr><tr><td class="hljs-ln-numbers"></td><td>  let b</td></tr></table>',
    '<pre><code>let a\n  let b</code></pre>',
  ],
  [
    '<table><tr><td>1</td><td><code>let a</code></td></tr><tr><td>2</td><td><code>let b</code></td></tr></table>',
    '<pre><code>let a\nlet b</code></pre>',
  ],
  [
    '<pre><span class="lineno">1 </span>let a\n<span class="lineno">2 </span>let b</pre>',
    '<pre>let a\nlet b</pre>',
  ],
])('code beside the numbers of its lines is code: %s', (html, expected) => {
  expect(clean(html)).toBe(expected)
  expect(clean(expected)).toBe(expected)
  expect(plainText(html)).toMatch(/^(\d (?=let a))?let a( \d)? let b$/)
})

test.each([
  '<table><tbody><tr><td>1</td><td>one</td></tr><tr><td>2</td><td>two</td></tr></tbody></table>',
  '<table><tbody><tr><td>1</td><td><code>a</code></td></tr><tr><td>4</td><td><code>b</code></td></tr></tbody></table>',
  '<pre>1\n3\n4</pre>',
])('another table of numbers stays: %s', (html) => {
  expect(clean(html)).toBe(html)
})
