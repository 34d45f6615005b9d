import * as fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../../tests/support/fuzz.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { extract } from './extract.ts'
import { sharedText } from './shared-text.ts'

const URL_OF_PAGE = 'https://news.example/2024/story'
const sentence = (n: number) =>
  `Paragraph ${n} tells, with a comma or two, what happened on the quay when ship number ${n} came in, and why it mattered.`
const paragraphs = (count: number, from = 1) => Array.from({ length: count }, (_, at) => sentence(from + at))
const written = (count: number, from = 1) =>
  paragraphs(count, from)
    .map((text) => `<p>${text}</p>`)
    .join('\n')

const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `<li><a href="/x/${at}">Another story ${at}</a></li>`).join('')
const around = (article: string, head = '') => `<!doctype html><html lang="en-GB"><head>
  <title>Seven ships come in at the old quay | The Quay</title><meta property="og:site_name" content="The Quay">
  <meta name="author" content="Ann Ship"><meta name="description" content="What came in.">${head}</head><body>
  <header><nav><ul>${links(12)}</ul></nav></header>${article}
  <aside class="sidebar related"><h3>Most read</h3><ul>${links(20)}</ul></aside>
  <div class="newsletter-signup"><form><p>Sign up</p><input><button>Go</button></form></div>
  <section id="comments" class="comments"><p>First!</p><p>I disagree, as ever.</p></section>
  <footer><p>© The Quay. All rights reserved.</p><ul>${links(9)}</ul></footer><script>track()</script></body></html>`

const textContentOf = (html: string) =>
  parseHTML(`<html><body>${html}</body></html>`).document.body.textContent
const read = (html: string) => {
  const article = extract(html)
  return article && { ...article, content: sanitise(article.content, URL_OF_PAGE).html }
}
const scoreOf = (html: string, expected: string) =>
  sharedText(textContentOf(read(html)?.content ?? ''), expected).score

describe('the text of an article is found in', () => {
  const text = paragraphs(9).join(' ')
  const declared = JSON.stringify({ '@graph': [{ '@type': 'NewsArticle', articleBody: text }] })
  const pages: Readonly<Record<string, string>> = {
    'an article element': around(`<main><article><h1>Ships come in</h1>${written(9)}</article></main>`),
    'a div with a telling class': around(
      `<div id="page"><div class="post-content entry-content">${written(9)}</div></div>`,
    ),
    'divs without paragraphs': around(
      `<div class="story">${paragraphs(9)
        .map((line) => `<div>${line}</div>`)
        .join('')}</div>`,
    ),
    'lines that only breaks divide': around(`<div class="story">${paragraphs(9).join('<br><br>')}</div>`),
    'a table, as in older pages': around(
      `<table width="100%"><tr><td width="120">${links(5)}</td><td class="text">${written(9)}</td></tr></table>`,
    ),
    'sections with promotions in between': around(
      `<article>${written(4)}<div class="ad-slot promo"><a href="/buy">Buy now</a></div>${written(5, 5)}</article>`,
    ),
    'a page that hides it where nobody looks, but declares it': around(
      `<div class="comment sidebar hidden-widget"><div class="comment-body">${written(9)}</div></div>
       <div class="main article">${Array.from({ length: 30 }, (_, at) => `<p>Offer ${at}, for a short time only, at our shop, with all the extras, for you.</p>`).join('')}</div>`,
      `<script type="application/ld+json">${declared}</script>`,
    ),
  }
  test.each(Object.entries(pages))('%s', (_, page) => {
    expect(scoreOf(page, text)).toBeGreaterThanOrEqual(0.9)
  })

  test('a page that declares only a beginning is read to its end', () => {
    const beginning = JSON.stringify({ '@type': 'NewsArticle', articleBody: paragraphs(5).join('\n') })
    const page = around(
      `<article>${written(9)}</article>`,
      `<script type="application/ld+json">${beginning}</script>`,
    )
    expect(scoreOf(page, text)).toBeGreaterThanOrEqual(0.9)
  })
})

test('title, author, site, language and summary are returned', () => {
  expect(read(around(`<article>${written(9)}</article>`))).toMatchObject({
    title: 'Seven ships come in at the old quay',
    byline: 'Ann Ship',
    siteName: 'The Quay',
    lang: 'en-GB',
    excerpt: 'What came in.',
    readerable: true,
  })
})

describe('an article retains', () => {
  const content = (inside: string) =>
    read(around(`<article>${written(4)}${inside}${written(4, 5)}</article>`))?.content ?? ''

  test.each([
    [
      'data-src',
      '<img src="data:image/gif;base64,R0lGOD" data-src="/late.jpg" width="600" height="400" alt="A ship">',
    ],
    ['data-lazy-src', '<img class="lazy" data-lazy-src="/late.jpg" alt="A ship">'],
    ['srcset alone', '<img srcset="/late.jpg 600w, /later.jpg 1200w" alt="A ship">'],
    [
      'noscript',
      '<img class="lazy" src="/1x1.gif" alt=""><noscript><img src="/late.jpg" alt="A ship"></noscript>',
    ],
  ])('a picture that loads late by %s', (_, picture) => {
    expect(content(`<figure>${picture}<figcaption>A ship</figcaption></figure>`)).toContain(
      'src="https://news.example/late.jpg"',
    )
  })

  test('tables, code with its language, formulas and lists', () => {
    const html = content(`<table><thead><tr><th>Ship</th><th>Load</th></tr></thead><tbody>
        ${Array.from({ length: 6 }, (_, at) => `<tr><td>Ship ${at}, of the line</td><td>${at} tons, and more</td></tr>`).join('')}</tbody></table>
      <pre><code class="language-ts">const load = (tons: number) =&gt; tons &lt; 9</code></pre>
      <p>So <math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>, and <script type="math/tex">x^2 + y_i</script>.</p>
      <script type="math/tex; mode=display">\\int_0^1 x</script><ol start="3"><li>Third, at last</li></ol>`)
    expect(html).toContain('<th>Ship</th>')
    expect(html).toContain('<code class="language-ts">const load = (tons: number) =&gt; tons &lt; 9</code>')
    expect(html).toContain('<mfrac><mi>a</mi><mn>2</mn></mfrac>')
    expect(html).toContain('<code class="language-tex">x^2 + y_i</code>')
    expect(html).toContain('<pre><code class="language-tex">\\int_0^1 x</code></pre>')
    expect(html).toContain('<ol start="3">')
  })

  test('nothing that runs', () => {
    expect(
      content('<p onclick="x()">a</p><script>x()</script><iframe src="https://x.example"></iframe>'),
    ).not.toMatch(/onclick|<script|<iframe/)
  })
})

test('a page without an article is none', () => {
  expect(extract('<html><body></body></html>')).toBeNull()
  expect(extract('')).toBeNull()
  expect(extract('<!--<html>-->')).toBeNull()
  expect(extract('<html><!--')).toBeNull()
})

test(
  'no wound makes a page throw, and what is read of it is safe',
  () => {
    const page = around(
      `<main><article><h1>Ships</h1>${written(4)}<table><tr><td>a</td></tr></table></article></main>`,
    )
    const splinter = fc.oneof(
      fc.constantFrom(
        ...'< > </ " <!-- <html> <body> </body> <svg> <math> <table> <p & <template> <frameset> <title> \0'.split(
          ' ',
        ),
      ),
      fc.constantFrom('<base href="x">', '<script>', '<a href="javascript:x">', '<p onclick="x">'),
      fc.string({ maxLength: 5, unit: 'binary' }),
    )
    const wound = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(60), splinter)
    fc.assert(
      fc.property(fc.array(wound, { maxLength: 8 }), fc.nat(page.length * 2), (wounds, end) => {
        const wounded = wounds.reduce(
          (now, [share, length, put]) => {
            const at = Math.floor(now.length * share)
            return now.slice(0, at) + put + now.slice(at + length)
          },
          page.slice(0, end),
        )
        const once = read(wounded)?.content ?? ''
        expect(once).not.toMatch(/<script|<[^>]*javascript:|<base|<[^>]*\son\w+=/i)
        expect(sanitise(once, URL_OF_PAGE).html).toBe(once)
      }),
      fuzzRuns(150),
    )
  },
  FUZZ_TIMEOUT_MS,
)
