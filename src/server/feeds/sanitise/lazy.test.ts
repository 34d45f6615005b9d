import { describe, expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'

const BASE = 'https://a.example/post/'
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const clean = (html: string) => sanitise(html, BASE)

describe('the real address of a picture that loads late', () => {
  test.each([
    [`<img src="${GIF}" data-hi-res="https://c.example/p.jpg">`],
    ['<img data-whatever="//c.example/p.jpg" alt="x">'],
    ['<img src="/img/spacer.gif" nitro-lazy-src="https://c.example/p.jpg">'],
    ['<img src="about:blank" data-image-url="https://c.example/p.jpg">'],
    [`<img src="${GIF}" data-link="https://c.example/page.jpg" data-big="https://c.example/p.jpg">`],
    [`<img src="${GIF}"><noscript><img src="https://c.example/p.jpg"></noscript>`],
    [
      `<figure><noscript><img src="https://c.example/p.jpg" /></noscript><img class="lazy" src="${GIF}"></figure>`,
    ],
    [
      `<a href="/x"><img src="/placeholder.png"></a> <noscript><a href="/x"><img src="https://c.example/p.jpg"></a></noscript>`,
    ],
    ['<div class="lazy"></div><noscript><img src="https://c.example/p.jpg"></noscript>'],
    [
      '<amp-img src="https://c.example/p.jpg" width="4" height="3"><noscript><img src="https://c.example/p.jpg"></noscript></amp-img>',
    ],
    [`<picture><source data-srcset="https://c.example/p.jpg 800w"><img src="${GIF}"></picture>`],
    [
      '<picture><source type="image/webp" srcset="https://c.example/p.webp"><source srcset="https://c.example/p.jpg"></picture>',
    ],
  ])('%s', (html) => {
    const { html: content, pictures } = clean(html)
    expect(pictures.map(({ url }) => url)).toEqual(['https://c.example/p.jpg'])
    expect(content.match(/src="https:\/\/c\.example\/p\.jpg"/g)).toHaveLength(1)
    expect(content).not.toMatch(/noscript|placeholder|spacer|R0lGOD/)
    expect(clean(content).html).toBe(content)
  })

  test.each([
    `<img src="${GIF}" data-attrs='{"src":"https://c.example/p.jpg","href":"https://c.example/page.jpg","width":800}'>`,
    `<img src="/blank.gif" data-image="{&quot;sizes&quot;:{&quot;large&quot;:{&quot;url&quot;:&quot;https://c.example/p.jpg&quot;}}}">`,
    `<img data-media='[{"link":"https://c.example/x.png"},"https://c.example/p.jpg"]'>`,
  ])('in an attribute that is JSON: %s', (html) => {
    const { html: content, pictures } = clean(html)
    expect(pictures.map(({ url }) => url)).toEqual(['https://c.example/p.jpg'])
    expect(content).toContain('src="https://c.example/p.jpg"')
  })

  test.each([
    `<img src="${GIF}" data-attrs='{"src":"https://c.example/p'>`,
    `<img src="${GIF}" data-attrs='{"src":"${'x'.repeat(25_000)}https://c.example/p.jpg"}'>`,
    `<img src="${GIF}" data-attrs='{"src":{"a":{"b":1}},"alt":"a picture","n":null}'>`,
    `<img src="${GIF}" data-attrs='{"src":"javascript:alert(1)"}'>`,
  ])('none is taken from what is no JSON, or names none: %s', (html) => {
    expect(clean(html).pictures).toEqual([])
  })

  test('a set in an attribute of any name', () => {
    const { html, pictures } = clean(
      '<img src="/blank.gif" data-sizes-list="https://c.example/a.jpg 400w, https://c.example/b.jpg 800w">',
    )
    expect(html).toContain('srcset="https://c.example/a.jpg 400w, https://c.example/b.jpg 800w"')
    expect(pictures.map(({ url }) => url)).toEqual(['https://c.example/a.jpg'])
  })

  test.each([
    '<img src="https://c.example/p.jpg" data-attachment="https://c.example/full.jpg">',
    '<img src="https://c.example/p.jpg"><noscript><img src="https://c.example/other-size.jpg"></noscript>',
    '<img src="https://c.example/p.jpg" data-width="400" data-type="image/jpeg">',
    '<img src="https://c.example/p.jpg" data-tpl="https://c.example/{width}.jpg">',
  ])('a picture with an address of its own keeps it: %s', (html) => {
    expect(clean(html).pictures.map(({ url }) => url)).toEqual(['https://c.example/p.jpg'])
  })

  test('a placeholder alone is no picture of the entry', () => {
    expect(clean(`<p>x</p><img src="${GIF}"><img src="/img/blank.gif">`).pictures).toEqual([])
  })
})

test.each([
  [
    '<iframe data-lazy-src="https://www.youtube.com/embed/x"></iframe>',
    'src="https://www.youtube.com/embed/x"',
  ],
  [
    '<iframe src="about:blank" data-litespeed-src="//www.youtube.com/embed/x"></iframe>',
    'src="https://www.youtube.com/embed/x"',
  ],
  [
    '<div></div><noscript><iframe src="https://www.youtube.com/embed/x"></iframe></noscript>',
    'src="https://www.youtube.com/embed/x"',
  ],
  ['<video data-clip="/v.mp4" data-poster="/p.jpg"></video>', 'src="https://a.example/v.mp4"'],
  ['<video data-clip="/v.mp4" data-poster="/p.jpg"></video>', 'poster="https://a.example/p.jpg"'],
  [
    '<video><source type="video/mp4" data-stream="/v.mp4"></video>',
    '<source type="video/mp4" src="https://a.example/v.mp4" />',
  ],
  ['<audio data-audio="https://c.example/a.mp3"></audio>', 'src="https://c.example/a.mp3"'],
])('a player that loads late: %s', (html, expected) => {
  expect(clean(html).html).toContain(expected)
})

test('what a page shows without scripts is a picture or a film, and neither words nor trackers', () => {
  const html =
    '<p>x</p><noscript>Turn on scripts<img src="https://www.facebook.com/tr?id=1" width="1" height="1"></noscript>'
  expect(clean(html).html).toBe('<p>x</p>')
})
