import { describe, expect, test } from 'vitest'
import { hubSchemes } from '../../../../tests/support/hub-scheme.ts'
import { normaliseAddress } from '../fetch/source.ts'
import { hostFeeds, profileFeed, youtubeChannel } from './hosts.ts'
import { feedInScripts, podcastLookup } from './hosts.ts'
import { generatedFeeds } from './generators.ts'
import { iconInManifest, iconsNamed } from './icons-in-page.ts'
import { linkedFeeds } from './linked-feeds.ts'
import { feedsInPage } from './page.ts'

const PAGE = 'https://site.example/blog/one'
const declared = (html: string) => feedsInPage(html, PAGE).declared.map(({ url }) => url)

test('a feed: address is reached as its page is', () => {
  const html = '<link rel="alternate" type="application/rss+xml" href="feed://site.example/f">'
  expect(feedsInPage(html, 'http://site.example/').declared[0]?.url).toBe('http://site.example/f')
  expect(feedsInPage(html, 'https://site.example/').declared[0]?.url).toBe('https://site.example/f')
})

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
    ['<link rel="alternate" type="application/json" href="/all.json">', 'https://site.example/all.json'],
    ['<link rel="alternate" type="application/xml" href="/all.xml">', 'https://site.example/all.xml'],
    ['<link type="application/rss+xml" href="/bare">', 'https://site.example/bare'],
    ['<link rel="Alternate Feed" type="text/html" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type=" application/rss+xml " href=" /blank ">', 'https://site.example/blank'],
    ['<link rel=alternate type=application/rss+xml href="/in\nline">', 'https://site.example/inline'],
    ['<link rel="alternate" href="/feed.xml">', 'https://site.example/feed.xml'],
    [
      '<link rel="alternate" type="application/rss+xml" href="?feed=rss2">',
      'https://site.example/blog/one?feed=rss2',
    ],
    ['<a type="application/rss+xml" href="/anchor">RSS</a>', 'https://site.example/anchor'],
    ['<link rel="service.feed" type="application/x.atom+xml" href="/old">', 'https://site.example/old'],
    ['<link rel="alternate" type="application/rdf+xml" href="/index.rdf">', 'https://site.example/index.rdf'],
    ['<link rel="alternate" type="application/vnd.rss+xml" href="/v">', 'https://site.example/v'],
    ['<link rel="alternate" type="text/rss" href="/r">', 'https://site.example/r'],
    [
      '<base href="/deep/"><link rel="alternate" type="application/rss+xml" href="f">',
      'https://site.example/deep/f',
    ],
    [
      '<body><link rel="alternate" type="application/rss+xml" href="/late"></body>',
      'https://site.example/late',
    ],
    [
      '<link rel="alternate" type="application/rss+xml" href="f"><base href="/deep/">',
      'https://site.example/deep/f',
    ],
    ['<base target="_top"><link rel="feed" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type="application/xml+rss" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type="application/x.atom+xml" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type="application/json+feed" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type="rss/xml" href="/f">', 'https://site.example/f'],
    ['<link rel="alternate" type="application/rss+xml" href="feed:/f">', 'https://site.example/f'],
    ['<link rel="alternate,feed" type="application/rss+xml" href="&#x2F;f">', 'https://site.example/f'],
    ['<noscript><link rel="alternative" type="text/rss" href="/f"></noscript>', 'https://site.example/f'],
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
    '<link rel="alternate" title="JSON" type="application/json" href="/wp-json/wp/v2/posts/1">',
    '<link rel="alternate" media="only screen" href="https://m.site.example/feed">',
    '<link rel="EditURI" type="application/rsd+xml" href="/xmlrpc.php?rsd">',
    '<script>"<link rel=alternate type=application/rss+xml href=/no>"</script>',
    '<link rel="manifest" href="/feed.webmanifest">',
    '<link rel="meta" type="application/rdf+xml" title="FOAF" href="/foaf.rdf">',
    '<link rel="alternate" type="application/rss+xml" href="#">',
    '<link rel="alternate" type="application/rss+xml" href="">',
    '<textarea><link rel="alternate" type="application/rss+xml" href="/no"></textarea>',
    '<link rel="alternate stylesheet" type="application/rss+xml" href="/x.css">',
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

test.each([
  ['<a href="itpc://p.example/f.xml">Subscribe</a>', 'https://p.example/f.xml'],
  ['<a href="feed:https://p.example/f">x</a>', 'https://p.example/f'],
  ['<a href="https://feeds.feedburner.com/name">Feed</a>', 'https://feeds.feedburner.com/name'],
  ['<a href="https://feeds.feedburner.com/name">Follow us</a>', 'https://feeds.feedburner.com/name'],
  ['<a href="https://feeds.host.example/1.rss">Podcast</a>', 'https://feeds.host.example/1.rss'],
  ['<a href="/blog/atom">x</a>', 'https://site.example/blog/atom'],
])('%s may be a feed', (html, url) => {
  expect(feedsInPage(html, PAGE).guessed).toEqual([url])
})

test.each([
  '<a href="/feedback">Feedback</a>',
  '<a href="#rss">RSS</a>',
  '<a href="https://rss.example/">x</a>',
])('%s is none', (html) => {
  expect(feedsInPage(html, PAGE).guessed).toEqual([])
})

test.each(['5;/new/', "0;url='/new/'", '0, URL = /new/', '1.5 ; url="/new/"'])('%s sends on', (content) => {
  expect(
    feedsInPage(`<meta http-equiv=refresh content='${content.replaceAll("'", '&#39;')}'>`, PAGE).movesTo,
  ).toBe('https://site.example/new/')
})

test('a page that redirects its visitors returns the target', () => {
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
    ['https://open.substack.com/pub/name/p/x', 'https://name.substack.com/feed'],
    [
      'https://www.youtube.com/watch?v=x&list=PLx',
      'https://www.youtube.com/feeds/videos.xml?playlist_id=PLx',
    ],
    ['https://www.reddit.com/u/name', 'https://www.reddit.com/user/name/.rss'],
    ['https://www.reddit.com/user/name/m/many/', 'https://www.reddit.com/user/name/m/many/.rss'],
    ['https://www.reddit.com/r/a+b/top/?t=week', 'https://www.reddit.com/r/a+b/top/.rss?t=week'],
    ['https://github.com/owner', 'https://github.com/owner.atom'],
    ['https://github.com/owner/project/tags', 'https://github.com/owner/project/tags.atom'],
    ['https://github.com/owner/project/tree/dev', 'https://github.com/owner/project/commits/dev.atom'],
    ['https://github.com/owner/project/wiki', 'https://github.com/owner/project/wiki.atom'],
    ['https://gitlab.com/group/sub/project', 'https://gitlab.com/group/sub/project/-/releases.atom'],
    ['https://codeberg.org/owner/project', 'https://codeberg.org/owner/project/releases.rss'],
    ['https://medium.com/publication', 'https://medium.com/feed/publication'],
    ['https://medium.com/tag/sea', 'https://medium.com/feed/tag/sea'],
    ['https://name.medium.com/post', 'https://name.medium.com/feed'],
    ['https://name.tumblr.com/', 'https://name.tumblr.com/rss'],
    ['https://www.tumblr.com/name', 'https://name.tumblr.com/rss'],
    ['https://name.wordpress.com/category/sea/', 'https://name.wordpress.com/category/sea/feed/'],
    ['https://name.blogspot.com/2020/01/x.html', 'https://name.blogspot.com/feeds/posts/default'],
    ['https://stackoverflow.com/questions/tagged/sea', 'https://stackoverflow.com/feeds/tag/sea'],
    ['https://unix.stackexchange.com/questions/12/x', 'https://unix.stackexchange.com/feeds/question/12'],
    ['https://news.ycombinator.com/user?id=name', 'https://hnrss.org/user?id=name'],
    ['https://lobste.rs/t/sea', 'https://lobste.rs/t/sea.rss'],
    ['https://dev.to/name', 'https://dev.to/feed/name'],
    ['https://vimeo.com/name', 'https://vimeo.com/name/videos/rss'],
    ['https://podcasts.google.com/feed/aHR0cHM6Ly9hLmV4YW1wbGUvZg', 'https://a.example/f'],
    ['https://pypi.org/project/sea/', 'https://pypi.org/rss/project/sea/releases.xml'],
    ['https://arxiv.org/list/cs.AI/recent', 'https://rss.arxiv.org/rss/cs.AI'],
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

  test('a profile on any host has a feed at a known address, and a channel page contains its id', () => {
    expect(profileFeed(new URL('https://tooth.example/@ada/'))).toBe('https://tooth.example/@ada.rss')
    expect(
      youtubeChannel('{"externalId":"UC012345678901234567890"}', 'https://www.youtube.com/@n'),
    ).toBeNull()
    expect(youtubeChannel('{"externalId":"UC0123456789012345678901"}', 'https://www.youtube.com/@n')).toBe(
      'https://www.youtube.com/feeds/videos.xml?channel_id=UC0123456789012345678901',
    )
  })
})

test('a Link header names feeds like the page itself', () => {
  const links =
    '</hub>; rel="hub", </f>; rel="alternate"; type="application/rss+xml"; title="All, really", <x>;rel=next'
  expect(linkedFeeds('<link rel="feed" href="/g">', PAGE, links).declared).toEqual([
    { url: 'https://site.example/g', title: null },
    { url: 'https://site.example/f', title: 'All, really' },
  ])
})

test.each([
  [
    'https://www.youtube.com/@name',
    '<meta itemprop="identifier" content="UC0123456789012345678901">',
    'https://www.youtube.com/feeds/videos.xml?channel_id=UC0123456789012345678901',
  ],
  [
    'https://soundcloud.com/name',
    '<meta content="soundcloud://users:42">',
    'https://feeds.soundcloud.com/users/soundcloud:users:42/sounds.rss',
  ],
  [
    'https://podcasts.apple.com/us/podcast/x/id1',
    '{"feedUrl":"https:\\/\\/a.example\\/f"}',
    'https://a.example/f',
  ],
  ['https://site.example/', '{"feedUrl":"https://a.example/f"}', null],
])('%s tells its feed in its scripts', (address, html, feed) => {
  expect(feedInScripts(html, address)).toBe(feed)
})

test('the id of a podcast is looked up at its directory', () => {
  const lookup = 'https://itunes.apple.com/lookup?id=123&entity=podcast'
  expect(podcastLookup(new URL('https://podcasts.apple.com/us/podcast/name/id123?i=4'))).toBe(lookup)
  expect(podcastLookup(new URL('https://overcast.fm/itunes123/name'))).toBe(lookup)
  expect(podcastLookup(new URL('https://site.example/id123'))).toBeNull()
})

test.each([
  ['<meta name="generator" content="WordPress 6.5">', 'https://site.example/feed/'],
  ['<meta name="generator" content="Ghost 5.0">', 'https://site.example/rss/'],
  ['<meta name=generator content="Hugo 0.120">', 'https://site.example/index.xml'],
  ['<script src="https://substackcdn.com/x.js">', 'https://site.example/feed'],
])('%s says where feeds are', (html, feed) => {
  expect(generatedFeeds(html, PAGE)[0]).toBe(feed)
})

test.each([
  ['<link rel="shortcut icon" href="/f.ico">', 'https://site.example/f.ico'],
  [
    '<link rel="icon" sizes="16x16" href="/s.png"><link rel="icon" sizes="192x192" href="/l.png">',
    'https://site.example/l.png',
  ],
  [
    '<link rel="icon" href="/f.ico"><link rel="apple-touch-icon" href="/t.png">',
    'https://site.example/t.png',
  ],
  ['<link rel="mask-icon" href="/m.svg">', null],
  ['<body><link rel="icon" href="/late.png">', null],
])('%s is the picture of a site', (html, icon) => {
  expect(iconsNamed(html, PAGE).icon).toBe(icon)
})

test.each([
  ['{"icons":[{"src":"/48.png","sizes":"48x48"},{"src":"192.png","sizes":"192x192"}]}', '192.png'],
  ['{"icons":[{"src":"mask.png","sizes":"192x192","purpose":"maskable"},{"src":"a.png"}]}', 'a.png'],
  ['{"icons":[{"src":"a.png","sizes":"192x192","purpose":"any maskable"}]}', 'a.png'],
  ['{"icons":[7,{"src":"a.png"}],}', 'a.png'],
  ['{"icons":[{"src":"javascript:x"}]}', null],
  ['{"icons":"none"}', null],
  ['<html>', null],
])('the manifest %s shows %s', (text, icon) => {
  const url = 'https://site.example/app/site.webmanifest'
  expect(iconInManifest({ bytes: new TextEncoder().encode(text), contentType: null, url })).toBe(
    icon && new URL(icon, url).href,
  )
})

test('a page names its manifest', () => {
  const html = '<link rel="manifest" href="/site.webmanifest"><body><link rel="manifest" href="/no">'
  expect(iconsNamed(html, PAGE).manifest).toBe('https://site.example/site.webmanifest')
})

test.each([
  ['site.example', 'https://site.example/'],
  ['  http://site.example/a#b ', 'http://site.example/a'],
  ['feed://site.example/f', 'http://site.example/f'],
  ['feed:https://site.example/f', 'https://site.example/f'],
  ['HUB://github/issue', 'hub://github/issue'],
  ['other://github/issue', null],
  ['site.example:8080/f', 'https://site.example:8080/f'],
  ['two words', null],
  ['file:///etc/passwd', null],
  ['', null],
])('the address %s is stored as %s', (typed, address) => {
  hubSchemes()
  expect(normaliseAddress(typed)).toBe(address)
})
