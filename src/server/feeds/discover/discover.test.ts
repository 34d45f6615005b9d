import { describe, expect, test } from 'vitest'
import { tidyAddress } from '../fetch/source.ts'
import { hostFeeds, profileFeed, youtubeChannel } from './hosts.ts'
import { feedsInPage } from './page.ts'

const PAGE = 'https://site.example/blog/one'
const declared = (html: string) => feedsInPage(html, PAGE).declared.map(({ url }) => url)

describe('link elements in all spellings', () => {
  test.each([
    ['<link rel="alternate" type="application/rss+xml" href="/rss">', 'https://site.example/rss'],
    [
      "<LINK REL='ALTERNATE' TYPE='application/atom+xml' HREF='feed.atom'>",
      'https://site.example/blog/feed.atom',
    ],
    ['<link href=//cdn.example/f rel=alternate type=application/rss+xml>', 'https://cdn.example/f'],
    ['<link rel="feed" href="/f">', 'https://site.example/f'],
    [
      '<link rel="alternate home" type="application/feed+json; charset=utf-8" href="/f.json">',
      'https://site.example/f.json',
    ],
    ['<link rel="alternate" type="application/json" href="/feed.json">', 'https://site.example/feed.json'],
    ['<link rel="alternate" type="text/xml" href="/rss.xml">', 'https://site.example/rss.xml'],
    [
      '<link rel="alternate" type="application/rss+xml" href="feed://site.example/f">',
      'https://site.example/f',
    ],
    [
      '<link rel="alternate" type="application/rss+xml" href="/f?a=1&amp;b=2">',
      'https://site.example/f?a=1&b=2',
    ],
    [
      '<base href="https://other.example/x/"><link rel="alternate" type="application/rss+xml" href="f">',
      'https://other.example/x/f',
    ],
    [
      '<body><link rel="alternate" type="application/rss+xml" href="/late"></body>',
      'https://site.example/late',
    ],
  ])('%s', (html, url) => {
    expect(declared(html)).toEqual([url])
  })

  test.each([
    '<link rel="stylesheet" type="text/css" href="/feed.css">',
    '<link rel="alternate" hreflang="de" href="/de/">',
    '<link rel="alternate" type="application/json+oembed" href="/oembed?url=x">',
    '<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">',
    '<link rel="alternate" type="application/rss+xml">',
    '<!-- <link rel="alternate" type="application/rss+xml" href="/no"> -->',
  ])('%s names none', (html) => {
    expect(declared(html)).toEqual([])
  })

  test('feeds of comments come last, and none comes twice', () => {
    const link = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`
    expect(declared(link('/comments/feed') + link('/feed') + link('/feed'))).toEqual([
      'https://site.example/feed',
      'https://site.example/comments/feed',
    ])
  })
})

test('ordinary links that look like feeds are guessed, the likeliest first', () => {
  const html =
    '<a href="/about">About</a><a href="/comments.rss">Comments</a><a href="/index.xml">RSS</a><a href="/feed.xml"><img alt="Atom feed"></a>'
  expect(feedsInPage(html, PAGE).guessed.slice(0, 2)).toEqual([
    'https://site.example/feed.xml',
    'https://site.example/index.xml',
  ])
  expect(feedsInPage(html, PAGE).guessed).not.toContain('https://site.example/about')
})

test('a page that sends its visitors on says where', () => {
  expect(feedsInPage('<meta http-equiv="Refresh" content="0; URL=/new/">', PAGE).movesTo).toBe(
    'https://site.example/new/',
  )
})

describe('hosts whose feeds follow from the address', () => {
  test.each([
    ['https://www.youtube.com/channel/UCabc', 'https://www.youtube.com/feeds/videos.xml?channel_id=UCabc'],
    ['https://www.youtube.com/user/name', 'https://www.youtube.com/feeds/videos.xml?user=name'],
    ['https://www.youtube.com/playlist?list=PLx', 'https://www.youtube.com/feeds/videos.xml?playlist_id=PLx'],
    ['https://old.reddit.com/r/typescript/', 'https://www.reddit.com/r/typescript/.rss'],
    ['https://github.com/owner/project', 'https://github.com/owner/project/releases.atom'],
    ['https://github.com/owner/project/commits/main', 'https://github.com/owner/project/commits/main.atom'],
    ['https://bsky.app/profile/name.example', 'https://bsky.app/profile/name.example/rss'],
    ['https://medium.com/@name', 'https://medium.com/feed/@name'],
    ['https://name.substack.com/', 'https://name.substack.com/feed'],
  ])('%s', (address, feed) => {
    expect(hostFeeds(address)?.[0]?.url).toBe(feed)
  })

  test.each([
    'https://site.example/',
    'https://github.com/owner/project/releases.atom',
    'https://www.youtube.com/@name',
    'https://www.reddit.com/r/x/.rss',
  ])('%s has to be asked', (address) => {
    expect(hostFeeds(address)).toBeNull()
  })

  test('a profile on any host has its feed beside it, and a channel tells its own number', () => {
    expect(profileFeed(new URL('https://tooth.example/@ada/'))).toBe('https://tooth.example/@ada.rss')
    expect(
      youtubeChannel('{"externalId":"UC012345678901234567890"}', 'https://www.youtube.com/@n'),
    ).toBeNull()
    expect(youtubeChannel('{"externalId":"UC0123456789012345678901"}', 'https://www.youtube.com/@n')).toBe(
      'https://www.youtube.com/feeds/videos.xml?channel_id=UC0123456789012345678901',
    )
  })
})

test.each([
  ['site.example', 'https://site.example/'],
  ['  http://site.example/a#b ', 'http://site.example/a'],
  ['feed://site.example/f', 'http://site.example/f'],
  ['feed:https://site.example/f', 'https://site.example/f'],
  ['rsshub://github/issue', 'rsshub://github/issue'],
  ['site.example:8080/f', 'https://site.example:8080/f'],
  ['two words', null],
  ['file:///etc/passwd', null],
  ['', null],
])('the address %s is stored as %s', (typed, address) => {
  expect(tidyAddress(typed)).toBe(address)
})
