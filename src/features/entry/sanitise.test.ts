// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isSuspicious } from './links.ts'
import { ratioOf } from './pictures.ts'
import { dress, isAllowedAttribute, cleanStyle } from './sanitise.ts'

const options = {
  inlineStyle: true,
  sizes: new Map([['https://a.example/known.png', { width: 800, height: 600 }]]),
  isProxied: (address: string) => address.startsWith('http:'),
  frameLabel: (host: string) => `Load ${host}`,
  tableLabel: 'Table',
  page: 'https://a.example/post',
  title: 'A headline, “again”',
  removedMessage: (pixels: number, parameters: number) =>
    pixels + parameters > 0 ? `${pixels} and ${parameters} removed` : null,
}
/** Content as DOMPurify leaves it: its own walk needs a browser's node iterator, and e2e asks a browser about hostile feeds. */
const clean = (html: string) => {
  const template = document.createElement('template')
  template.innerHTML = html
  dress(template.content, options)
  const box = document.createElement('div')
  box.append(template.content)
  return box
}

test('links to the world open beside the reader and tell it nothing', () => {
  const link = clean('<p><a href="https://a.example/x">words</a></p>').querySelector('a')
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
})

test('a link may open a known application, and a picture may not', () => {
  const [link, picture] = [document.createElement('a'), document.createElement('img')]
  expect(isAllowedAttribute(link, 'href', 'magnet:?xt=a')).toBe(true)
  expect(isAllowedAttribute(link, 'href', 'ms-msdt:/id')).toBe(false)
  expect(isAllowedAttribute(picture, 'src', 'magnet:?xt=a')).toBe(false)
})

test('a footnote is found inside the entry, where every id has its own prefix', () => {
  const link = clean('<p><a href="#fn1">1</a></p>').querySelector('a')
  expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['#user-content-fn1', null])
})

test('a link to the page of the entry stays in the entry where its target is there', () => {
  const box = clean(
    '<a href="https://a.example/post#fn1">1</a><a href="https://a.example/post#gone">x</a><p id="user-content-fn1">Note</p>',
  )
  expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '#user-content-fn1',
    'https://a.example/post#gone',
  ])
})

test('a known player is a still with the name of its provider', () => {
  const button = clean('<iframe src="https://www.youtube-nocookie.com/embed/1"></iframe>').querySelector(
    'button',
  )
  expect(button?.dataset['provider']).toBe('YouTube')
  expect(button?.querySelector('img')).toBeNull()
  expect(button?.textContent).toContain('Load YouTube')
})

test('a video has the ratio of its address', () => {
  expect(ratioOf('https://a.example/v.mp4?ratio=16:9')).toBe('16 / 9')
  expect(ratioOf('https://a.example/v.mp4?ratio=1.5')).toBe('1.5 / 1')
  for (const wrong of ['0', '99', 'x', '1;position:fixed', ''])
    expect(ratioOf(`https://a.example/v.mp4?ratio=${wrong}`)).toBeNull()
  expect(
    clean('<img src="https://a.example/v.webm?ratio=4/3">').querySelector('video')?.style.aspectRatio,
  ).toBe('4 / 3')
})

test('a frame waits behind a button that names its site', () => {
  const box = clean(
    '<iframe src="https://video.example/embed/1"></iframe><iframe src="data:text/html,x"></iframe>',
  )
  expect(box.querySelector('iframe')).toBeNull()
  const doors = box.querySelectorAll('button')
  expect([...doors].map((door) => [door.textContent, door.dataset.frame])).toEqual([
    ['Load video.example', 'https://video.example/embed/1'],
  ])
})

test('a picture keeps its room when its size is known from anywhere', () => {
  const box = clean(
    '<img src="https://a.example/known.png"><img src="https://a.example/own.png" width="40" height="20">',
  )
  expect(
    [...box.querySelectorAll('img')].map((img) => [img.getAttribute('width'), img.getAttribute('height')]),
  ).toEqual([
    ['800', '600'],
    ['40', '20'],
  ])
})

test('counting pixels are left out and counted, with those that the server has removed', () => {
  const box = clean(
    '<p>x<img src="https://t.example/p.gif" width="1" height="1"><img src="https://t.example/q.gif" width="2" height="1"><wbr data-removed="pixel"></p>',
  )
  expect(box.querySelector('img')).toBeNull()
  expect(box.querySelector('.entry-removed')?.textContent).toBe('3 and 0 removed')
})

test('a picture that the server loads waits for its address there, without others to choose from', () => {
  const box = clean(
    '<picture><source srcset="http://a.example/b.webp 2x"><img src="http://a.example/a.png" srcset="http://a.example/b.png 2x"></picture>' +
      '<img src="https://a.example/c.png" srcset="https://a.example/d.png 2x"><video poster="http://a.example/e.png" src="https://a.example/e.mp4"></video>',
  )
  expect(box.innerHTML).not.toMatch(/(srcset|src|poster)="http:/)
  expect([...box.querySelectorAll('[data-source]')].map((one) => one.getAttribute('data-source'))).toEqual([
    'http://a.example/a.png',
    'http://a.example/e.png',
  ])
  expect(box.querySelector('img[srcset]')?.getAttribute('src')).toBe('https://a.example/c.png')
})

test('a picture that is a film plays', () => {
  expect(
    clean('<img src="https://a.example/cat.mp4">').querySelector('video')?.hasAttribute('controls'),
  ).toBe(true)
})

test('an inline style cannot leave its place', () => {
  const box = clean('<p style="position: fixed; z-index: 9; color: red">a</p>')
  const paragraph = box.querySelector('p') as HTMLElement
  cleanStyle(paragraph)
  expect(paragraph.getAttribute('style')).toMatch(/^color: ?red;?$/)
})

test('nor fetch a picture or move over its neighbours', () => {
  const box = clean(
    '<p style="background-image: url(https://x.example/a.png); margin-left: -99px; color: red">a</p>',
  )
  const paragraph = box.querySelector('p') as HTMLElement
  cleanStyle(paragraph)
  expect(paragraph.getAttribute('style')).toMatch(/^color: ?red;?$/)
})

test.each([
  ['moves by a sum', 'margin-left: calc(0px - 500px)'],
  ['moves by a factor', 'margin: calc(-1 * 99px)'],
  ['draws around itself', 'box-shadow: 0 0 0 9999px red; outline: 9999px solid red'],
  ['floats out', 'float: left; overflow: visible; display: contents'],
  ['scrolls with its own name', 'scroll-snap-type: x mandatory; view-timeline-name: --a'],
  ['takes a font', 'font-family: x; font-size: 900px; letter-spacing: 900px'],
])('nor what %s', (_, style) => {
  const paragraph = document.createElement('p')
  paragraph.setAttribute('style', `${style}; color: red; width: 10px`)
  cleanStyle(paragraph)
  expect(Array.from(paragraph.style).toSorted()).toEqual(['color', 'width'])
})

test('a style of the list stays', () => {
  const style =
    'color: red; background-color: #eee; text-align: center; font-weight: 700; vertical-align: top; max-width: 50%; list-style-type: square'
  const paragraph = document.createElement('p')
  paragraph.setAttribute('style', style)
  cleanStyle(paragraph)
  expect(Array.from(paragraph.style)).toHaveLength(7)
})

test('a class stays where it tells the language of code, and nowhere else', () => {
  const fit = (tag: string, value: string) => isAllowedAttribute(document.createElement(tag), 'class', value)
  expect([fit('code', 'language-c++'), fit('pre', 'lang-ts')]).toEqual([true, true])
  expect([fit('code', 'ui-button'), fit('pre', 'lang-ts ui-modal'), fit('div', 'language-ts')]).toEqual([
    false,
    false,
    false,
  ])
})

test('every address of a set of pictures is of the Web', () => {
  const fit = (value: string) => isAllowedAttribute(document.createElement('img'), 'srcset', value)
  expect(fit('https://a.example/1.png 1x, https://a.example/2.png 2x')).toBe(true)
  // What must go.
  for (const second of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '/api/feeds/reset?id=1'])
    expect(fit(`https://a.example/1.png 1x, ${second} 2x`)).toBe(false)
})

test('a frame of our own site is left out', () => {
  expect(clean(`<iframe src="${location.origin}/settings"></iframe>`).innerHTML).toBe('')
})

test('what was removed is reported once, at the end', () => {
  const box = clean('<p>a<wbr data-removed="pixel"><a href="https://a.example/" data-removed="2">b</a></p>')
  expect(box.querySelector('.entry-removed')?.textContent).toBe('1 and 2 removed')
  expect(box.querySelector('[data-removed]')).toBeNull()
  expect(clean('<p>a</p>').querySelector('.entry-removed')).toBeNull()
})

test('addresses in the text become links, those in code do not', () => {
  const box = clean('<p>See https://a.example/b, yes.</p><pre><code>https://a.example/c</code></pre>')
  expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://a.example/b',
  ])
  expect(box.querySelector('p')?.textContent).toBe('See https://a.example/b, yes.')
})

test('a wide table scrolls in its own box', () => {
  expect(clean('<table><tr><td>1</td></tr></table>').querySelector('.entry-table > table')).not.toBeNull()
})

test('a link whose words name another site is suspicious', () => {
  expect(isSuspicious('https://bank.example', 'https://evil.example.net/login')).toBe(true)
  expect(isSuspicious('www.bank.example', 'https://bank.example/login')).toBe(false)
  expect(isSuspicious('read more', 'https://evil.example')).toBe(false)
  expect(isSuspicious('Version 2.0 is out', 'https://a.example')).toBe(false)
})

test.each([
  ['<h1>A headline, "again"</h1><p>Text</p>', true],
  ['<header><img src="https://a.example/p.png"><h2> A  HEADLINE again </h2></header><p>Text</p>', true],
  ['<p>Before</p><h1>A headline, again</h1><p>Text</p>', false],
  ['<h1>Another headline</h1><p>Text</p>', false],
  ['<h1>A headline, again</h1>', false],
  ['<p>Text</p>', false],
])('a headline that repeats the title is hidden: %s', (html, isHidden) => {
  expect(clean(html).querySelector('[hidden]') !== null).toBe(isHidden)
})
