import { expect, test } from 'vitest'
import { pageAddressOf, siteOfFeed } from './page-address.ts'

test('the site of a feed is known from its address until the feed names it', () => {
  const url = 'https://feeds.example.com/rss'
  expect(siteOfFeed({ url, siteUrl: 'https://example.com/' })).toBe('https://example.com/')
  expect(siteOfFeed({ url, siteUrl: null })).toBe(url)
  expect(siteOfFeed({ url })).toBe(url)
  const page = { url: 'https://site.example/', usesFetcher: false }
  const picked = { item: 'li', title: '', link: '', date: '', summary: '' }
  expect(siteOfFeed({ url: pageAddressOf({ ...page, ...picked }) })).toBe('https://site.example/')
})
