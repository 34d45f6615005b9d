import { expect, test } from 'vitest'
import { familyOf, siteOf } from './site.ts'

test.each([
  ['https://www.example.org/feed', 'example.org'],
  ['https://Feeds.Example.org./', 'example.org'],
  ['https://example.org/', 'example.org'],
  ['https://news.bbc.co.uk/', 'bbc.co.uk'],
  ['https://a.b.example.com.au/', 'example.com.au'],
  ['https://ann.github.io/', 'ann.github.io'],
  ['https://t.co/', 't.co'],
  ['http://127.0.0.1:8000/', '127.0.0.1'],
  ['http://[::1]:8000/', '[::1]'],
  ['http://rsshub:1200/', 'rsshub'],
])('%s belongs to %s', (url, site) => {
  expect(siteOf(new URL(url))).toBe(site)
})

test.each([
  ['ann.tumblr.com', 'tumblr.com'],
  ['tumblr.com', 'tumblr.com'],
  ['ann.github.io', 'github.io'],
  ['example.org', 'example.org'],
  ['bbc.co.uk', 'bbc.co.uk'],
  ['127.0.0.1', '127.0.0.1'],
])('%s is of the family %s', (site, family) => {
  expect(familyOf(site)).toBe(family)
})
