import * as fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../../tests/support/fuzz.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { extract } from './extract.ts'
import { sharedText } from './declared-body.ts'

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

const words =
  'The garden behind the house is long, narrow and full of herbs, and in the evening the cats come out. '
const article = (inside: string) =>
  extract(`<html><head><title>A page</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>A page</h1>
    <p>${words.repeat(4)}</p>${inside}<p>${words.repeat(4)}</p></article></main></body></html>`)?.content ??
  ''

test.each([
  '<style>.xQ7{display:none}</style><p class="xQ7">UNSEEN words of a notice</p>',
  '<style>article > .note p{display:none}</style><div class="note"><p>UNSEEN words</p></div>',
  '<p style="position:absolute;left:-9999px">UNSEEN words of a notice</p>',
])('what nobody sees on the page is not in the article: %s', (html) => {
  const content = article(html)
  expect([content.includes('UNSEEN'), content.includes('herbs')]).toEqual([false, true])
})

test.each([
  '<style>.x{display:none} .x.open{display:block}</style><p class="x open">SEEN words of a notice</p>',
  '<style>.x{display:none} @media screen and (min-width:1px){article .x{display:block}}</style><p class="x">SEEN words</p>',
])('what other rules show is: %s', (html) => {
  expect(article(html)).toContain('SEEN')
})

test('an article that waits for a script to be shown is shown', () => {
  expect(article('<style>article{display:none}</style>')).toContain('herbs')
})

test('the text of declarative shadow trees is part of the article, in the place of its slots', () => {
  const content = article(
    `<my-part><template shadowrootmode="open"><div><p>Within the tree: ${words}</p><slot name="end"></slot><slot><p>Of itself: ${words}</p></slot></div></template><p slot="end">Of the page: ${words}</p></my-part>`,
  )
  const at = ['Within the tree', 'Of the page', 'Of itself'].map((text) => content.indexOf(text))
  expect(at.every((index, number) => index > (at[number - 1] ?? 0))).toBe(true)
})

test('the tasks of a list are done or open', () => {
  const content = article(
    `<ul><li><input type="checkbox" checked> Ship: ${words}</li><li><input type="checkbox"> Tell: ${words}</li></ul>`,
  )
  expect([/☑\s+Ship/.test(content), /☐\s+Tell/.test(content)]).toEqual([true, true])
})

const page = (nav: string, texts: readonly string[], side: string) =>
  `<html><head><title>T</title></head><body><div id="nav">${nav}</div><div id="content"><h2>H</h2>${texts
    .map((text) => `<p>${text}</p>`)
    .join('')}</div><div id="side"><ul>${side}</ul></div></body></html>`

test.each([
  [
    '中文',
    page(
      '<a href="/">首页导航</a>',
      ['这是一个很短的段落。', '第二段也不长，但它是正文。', '第三段落的结尾。'],
      '<li><a href="/a">甲</a></li>',
    ),
  ],
  [
    '日本語',
    page(
      '<a href="/">ホーム</a>',
      ['これは短い段落です。', '次の段落も短い。しかし本文である。', '第三段落の終わり。'],
      '<li><a href="/a">あ</a></li>',
    ),
  ],
  [
    '한국어',
    page(
      '<a href="/">홈으로</a>',
      ['이것은 짧은 단락입니다.', '다음 단락도 짧다. 그러나 본문이다.', '세 번째 단락의 끝.'],
      '<li><a href="/a">가</a></li>',
    ),
  ],
])('a short page in %s is read without its menus', (_, html) => {
  const text = (extract(html)?.content ?? '').replaceAll(/<[^>]*>/g, '')
  expect(text).not.toMatch(/首页导航|ホーム|홈으로|甲|あ$|가$|\uFDD0/)
  expect(text).toMatch(/第三段落|세 번째 단락의 끝/)
})
