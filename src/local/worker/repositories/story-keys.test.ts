import { expect, test } from 'vitest'
import { canonicalAddress, normalisedTitle, storyKeysOf } from '../../../contract/story-keys.ts'

const addressOf = (url: string | null) => canonicalAddress(url === null ? null : URL.parse(url))

test('addresses of one page are equal whatever was added to them', () => {
  const page = addressOf('https://example.org/news/tea?id=4&page=2')
  for (const url of [
    'http://www.example.org/news/tea/?page=2&id=4',
    'https://EXAMPLE.org:443/news/tea?utm_source=rss&id=4&page=2&fbclid=x#comments',
    'https://example.org/news/tea?id=4&page=2&utm_medium=feed',
  ])
    expect(addressOf(url), url).toBe(page)
  for (const url of [
    'https://example.org/news/tea?id=5&page=2',
    'https://example.org/news/Tea?id=4&page=2',
    'https://blog.example.org/news/tea?id=4&page=2',
    'https://example.org/news/tea?id=4&page=2#!/other',
  ])
    expect(addressOf(url), url).not.toBe(page)
})

test('a home page, another scheme and what is no address name no story', () => {
  for (const url of [
    null,
    '',
    'tea',
    'mailto:ada@example.org',
    'https://example.org',
    'https://example.org/?utm_source=x',
  ])
    expect(addressOf(url)).toBeNull()
})

test('titles are compared by their letters, and short ones not at all', () => {
  expect(normalisedTitle('“The Kettle” – 10 years of tea!')).toBe(
    normalisedTitle('The kettle: 10 years of  TEA'),
  )
  expect(normalisedTitle('東京で新しい図書館が開館した')).not.toBeNull()
  expect(normalisedTitle('ガラスの図書館が開館しました')).not.toBe(
    normalisedTitle('カラスの図書館が開館しました'),
  )
  for (const title of [null, '', 'Weekly links', '今日の一枚', '— — — — — — — — — — — —'])
    expect(normalisedTitle(title)).toBeNull()
})

test('the keys are whole numbers that differ as their texts do', () => {
  const keys = Array.from(
    { length: 5000 },
    (_, n) => storyKeysOf({ url: new URL(`https://a.example/${n}`), title: null }).address,
  )
  expect(new Set(keys).size).toBe(5000)
  expect(keys.every(Number.isSafeInteger)).toBe(true)
  expect(storyKeysOf({ url: new URL('https://a.example/'), title: 'Links' })).toEqual({
    address: null,
    title: null,
  })
})
