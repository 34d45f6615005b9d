import { expect, test } from 'vitest'
import { readDocument } from '../read-document.ts'
import { withLinkedMedia } from './linked-media.ts'

const NOW = Date.UTC(2026, 10, 21)
const linksOf = async (document: string) => {
  const result = await readDocument(
    { bytes: new TextEncoder().encode(document), contentType: 'text/xml', url: 'https://blog.example/feed' },
    NOW,
  )
  if (!result.ok) throw new Error(result.message)
  return result.entries.map(({ extra }) => extra?.links ?? [])
}
const rss = (item: string) =>
  `<rss version="2.0" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel><title>B</title><item><title>A</title><link>https://blog.example/a</link>${item}</item></channel></rss>`
const atom = (entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>B</title><entry><title>A</title><id>a</id><link href="https://blog.example/a"/>${entry}</entry></feed>`

test.each([
  [
    'RSS with its page, its feed and its number',
    rss(
      '<comments>https://blog.example/a#comments</comments><wfw:commentRss>/a/feed</wfw:commentRss><slash:comments>12</slash:comments>',
    ),
    [
      { type: 'comments', url: 'https://blog.example/a#comments', count: 12 },
      { type: 'replies', url: 'https://blog.example/a/feed' },
    ],
  ],
  [
    'RSS with a feed alone',
    rss('<wfw:commentRss>https://blog.example/a/feed</wfw:commentRss><slash:comments>0</slash:comments>'),
    [{ type: 'replies', url: 'https://blog.example/a/feed', count: 0 }],
  ],
  [
    'Atom with links and a total',
    atom(
      '<link rel="replies" type="application/atom+xml" href="/a/atom" thr:count="7"/><link rel="replies" type="text/html" href="/a#c"/><thr:total>9</thr:total>',
    ),
    [
      { type: 'comments', url: 'https://blog.example/a#c', count: 9 },
      { type: 'replies', url: 'https://blog.example/a/atom' },
    ],
  ],
  [
    'Atom with the number on its link',
    atom('<link rel="replies" type="application/atom+xml" href="/a/atom" thr:count="7"/>'),
    [{ type: 'replies', url: 'https://blog.example/a/atom', count: 7 }],
  ],
  [
    'a number that is none, and an address that is none of the web',
    rss(
      '<comments>javascript:alert(1)</comments><wfw:commentRss>/f</wfw:commentRss><slash:comments>-3</slash:comments>',
    ),
    [{ type: 'replies', url: 'https://blog.example/f' }],
  ],
])('%s', async (_, document, links) => {
  expect(await linksOf(document)).toEqual([links])
})

const reddit = (link: string) =>
  `submitted by u/a <span><a href="${link}">[link]</a></span> <a href="https://r.example/c">[comments]</a>`

test.each([
  [
    'a picture that the entry links to',
    '<p>Look</p>',
    'https://i.example/a.png?x=1&y=2',
    '<p><img src="https://i.example/a.png?x=1&amp;y=2" alt=""></p>\n<p>Look</p>',
  ],
  [
    'the picture of a post of Reddit',
    reddit('https://i.example/b.jpeg'),
    'https://www.reddit.com/r/a/comments/1/b/',
    `<p><img src="https://i.example/b.jpeg" alt=""></p>\n${reddit('https://i.example/b.jpeg')}`,
  ],
  [
    'a film',
    null,
    'https://v.example/c.mp4',
    '<p><video controls preload="metadata" src="https://v.example/c.mp4"></video></p>\n',
  ],
  [
    'a film that Imgur writes as a moving picture',
    null,
    'https://i.imgur.com/d.gifv',
    '<p><video controls preload="metadata" src="https://i.imgur.com/d.mp4"></video></p>\n',
  ],
  [
    'a picture that is there already',
    '<img alt="" src="https://cdn.example/640/e.jpg?w=2">',
    'https://i.example/e.jpg',
    '<img alt="" src="https://cdn.example/640/e.jpg?w=2">',
  ],
  ['a page', '<p>Text</p>', 'https://blog.example/f.html', '<p>Text</p>'],
  ['another scheme', null, 'javascript:a.png', null],
])('%s is shown as it is', (_, content, url, shown) => {
  expect(withLinkedMedia(content, url)).toBe(shown)
})
