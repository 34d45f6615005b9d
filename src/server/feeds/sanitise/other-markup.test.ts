import { expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'

const clean = (html: string) => sanitise(html, 'https://a.example/post/').html
const link = (href: string, text: string) =>
  `<a href="${href}" rel="noopener noreferrer" target="_blank">${text}</a>`

test.each([
  [
    '<iframe src="https://tube.example/e/1" title="My  clip"></iframe>',
    `<p>${link('https://tube.example/e/1', 'My clip – tube.example')}</p>`,
  ],
  [
    '<p>See <iframe src="//www.tube.example/e/1">old</iframe></p>',
    `<p>See ${link('https://www.tube.example/e/1', 'tube.example')}</p>`,
  ],
  ['<object data="/f.pdf"><p>Read it as text.</p></object>', '<p>Read it as text.</p>'],
  [
    '<object data="/f.pdf"><param name="a" value="b"></object>',
    `<p>${link('https://a.example/f.pdf', 'a.example')}</p>`,
  ],
  [
    '<object data="/old.swf"><embed src="/old.swf" title="Game"></object>',
    `<p>${link('https://a.example/old.swf', 'Game – a.example')}</p>`,
  ],
  ['<embed src="/map.html">', `<p>${link('https://a.example/map.html', 'a.example')}</p>`],
  [
    '<object data="/d.svg" type="image/svg+xml">words</object>',
    '<img src="https://a.example/d.svg" type="" loading="lazy" />'.replace(' type=""', ''),
  ],
  ['<embed src="/a.mp3">', '<audio src="https://a.example/a.mp3" controls preload="none"></audio>'],
  [
    '<amp-twitter data-tweetid="12"></amp-twitter>',
    `<p>${link('https://twitter.com/i/status/12', 'twitter.com')}</p>`,
  ],
  [
    '<amp-twitter data-tweetid="12"><blockquote>Words</blockquote></amp-twitter>',
    '<blockquote>Words</blockquote>',
  ],
  [
    '<frameset><frame src="/main.html"></frameset>',
    `<p>${link('https://a.example/main.html', 'a.example')}</p>`,
  ],
  ['<video><p>Download <a>it</a></p></video>', '<p>Download <a>it</a></p>'],
  ['<iframe srcdoc="&lt;p onclick=x&gt;Inside&lt;/p&gt;"></iframe>', '<div><p>Inside</p></div>'],
])('%s', (html, expected) => {
  expect(clean(html)).toBe(expected)
  expect(clean(expected)).toBe(expected)
})

test('players of other markup languages are players', () => {
  for (const html of [
    '<amp-youtube data-videoid="x1"></amp-youtube>',
    '<lite-youtube videoid="x1"></lite-youtube>',
    '<object data="https://www.youtube.com/v/x1?fs=1"></object>',
    '<object><embed src="http://www.youtube.com/v/x1&amp;hl=en"></object>',
  ])
    expect(clean(html)).toMatch(/^<iframe src="https:\/\/www\.youtube\.com\/embed\/x1"/)
  expect(clean('<amp-video src="/v.mp4"></amp-video>')).toContain('<video src="https://a.example/v.mp4"')
})

test('frames of trackers leave nothing', () => {
  for (const attributes of ['width="0" height="0"', 'width="1" height="1"', 'style="display:none"'])
    expect(clean(`<p>x</p><iframe src="https://t.example/ns.html" ${attributes}></iframe>`)).toBe('<p>x</p>')
})

test('the tasks of a list are done or open', () => {
  const html =
    '<ul><li><input type="checkbox" checked disabled> Ship</li><li><label><input type=checkbox>Tell</label></li></ul><input type="checkbox">'
  expect(clean(html)).toBe('<ul><li>☑  Ship</li><li>☐ Tell</li></ul>')
})

test('a drawing, and a picture that a style gives its size, is no tracker', () => {
  for (const attributes of [
    'src="/d.svg" width="1" height="1"',
    'src="/p.jpg" width="1" height="1" style="width:100%;height:auto"',
    'src="/p.jpg" style="width:1px;min-width:100%"',
    'src="/p.jpg" width="1"',
  ]) {
    const html = clean(`<img ${attributes}>`)
    expect(html).toMatch(/^<img src="https:\/\/a\.example\/[dp]\.(svg|jpg)"/)
    expect(html).not.toContain('height="1"')
  }
  for (const attributes of [
    'width="1" height="1"',
    'style="width:1px;height:1px"',
    'style="border:0;height:1px"',
    'height="0" style="width:0px"',
  ])
    expect(sanitise(`<img src="https://a.example/t.gif" ${attributes}>`, null).removed.pixels).toBe(1)
})

test('an emoji that was written in halves is whole', () => {
  expect(
    clean('<p title="&#xD83D;&#xDE00;">&#55357;&#56832; &#xd83d;&#xde00; &#160;&#55357;&#56832;</p>'),
  ).toBe('<p title="😀">😀 😀 \u00a0😀</p>')
})
