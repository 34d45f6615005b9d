import { expect, test } from 'vitest'
import english from '../../../locales/en/app.json' with { type: 'json' }
import { isView } from '../../contract/views.ts'
import { packs, packsFor } from './packs.ts'

const feeds = packs.flatMap((one) => one.feeds)

test('no feed is offered twice, and each has a secure address, a title and a view that exists', () => {
  expect(feeds.length).toBeGreaterThan(48)
  expect(new Set(feeds.map((feed) => feed.url)).size).toBe(feeds.length)
  for (const feed of feeds) {
    expect(new URL(feed.url).protocol).toBe('https:')
    expect(feed.title.length).toBeGreaterThan(0)
    expect(isView(feed.view)).toBe(true)
  }
})

test('each topic has a name in words', () => {
  for (const { topic } of packs) expect(english.packs).toHaveProperty(topic)
})

test('a user who reads Japanese sees the Japanese pack first, and misses none', () => {
  expect(packsFor('ja')[0]?.topic).toBe('japanese')
  expect(packsFor('ja')).toHaveLength(packs.length)
  expect(packsFor('en')).toEqual(packs)
})
