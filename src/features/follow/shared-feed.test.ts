import { expect, test } from 'vitest'
import { followBookmarklet, sharedFeed } from './shared-feed.ts'

const shared = (url: string) => sharedFeed(new URLSearchParams({ url }))

test('links to feeds and plain addresses name a feed, and nothing else does', () => {
  expect(shared('web+feed:https://a.example/feed?x=1')).toBe('https://a.example/feed?x=1')
  expect(shared('web+feed://a.example/feed')).toBe('https://a.example/feed')
  expect(shared('web+feed:a.example/feed')).toBe('https://a.example/feed')
  expect(shared(' http://a.example/ ')).toBe('http://a.example/')
  for (const wrong of [
    '',
    'a.example',
    'javascript:alert(1)',
    'web+feed:',
    'web+feed:javascript:alert(1)//',
    'file:///x',
  ])
    expect([wrong, /^(|https:\/\/javascript:.*)$/.test(shared(wrong))]).toEqual([wrong, true])
  expect(sharedFeed(new URLSearchParams())).toBe('')
})

test('the bookmarklet leads to the page with the address', () => {
  const location = { href: 'https://a.example/page?x=1&y=2' }
  const code = followBookmarklet('https://reader.example/follow').replace(/^javascript:/, '')
  new Function('location', code)(location)
  expect(new URL(location.href).searchParams.get('url')).toBe('https://a.example/page?x=1&y=2')
})
