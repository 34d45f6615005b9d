import { expect, test } from 'vitest'
import { guidsOf, sharedGuid } from './guid.ts'
import type { RawEntry } from './normalised.ts'

const SITE = 'https://site.example/'
const entry = (fields: Partial<RawEntry>): RawEntry => ({ dates: [], ...fields })
const distinct = (entries: readonly RawEntry[]): number => new Set(guidsOf(entries)).size

test.each<[string, RawEntry[]]>([
  ['one guid, a page each', ['a', 'b'].map((page) => entry({ id: 'N/A', url: SITE + page, title: page }))],
  ['one guid, one page', ['a', 'b'].map((title) => entry({ id: 'N/A', url: `${SITE}news`, title }))],
  ['one guid, the site', ['a', 'b'].map((title) => entry({ id: SITE, url: SITE, title }))],
  ['one guid, no link', ['a', 'b'].map((title) => entry({ id: '0', title }))],
  ['no guid, one page', ['a', 'b'].map((title) => entry({ url: `${SITE}news`, title }))],
  ['no guid, no link, no title', ['a', 'b'].map((content) => entry({ content }))],
  [
    'one title, days',
    ['1 May 2026', '2 May 2026'].map((date) => entry({ id: '0', title: 'a', dates: [date] })),
  ],
])('%s: the guid names none of the entries, and they keep their names when another comes', (_, entries) => {
  const [first, second] = guidsOf(entries)
  expect(first).not.toBe(second)
  const [, ...after] = guidsOf([entry({ ...entries[0], url: `${SITE}new`, title: 'new' }), ...entries])
  expect(after).toEqual([first, second])
})

test('an entry that a document repeats is one entry', () => {
  const one = entry({ id: 'x', url: `${SITE}a`, title: 'A' })
  expect(guidsOf([one, entry({ id: 'y' }), { ...one }])).toEqual(['x', 'y', 'x'])
})

test('a page is no name for the entries of a guid that link to it', () => {
  const page = (title: string) => entry({ id: '0', url: `${SITE}news`, title })
  expect(distinct([page('a'), page('b'), entry({ id: '0', url: `${SITE}c`, title: 'c' })])).toBe(3)
})

test('the shared guid of an entry is what its document wrote', () => {
  const guids = guidsOf([entry({ id: 'N/A', title: 'a' }), entry({ id: 'N/A', title: 'b' })])
  expect(guids.map(sharedGuid)).toEqual(['N/A', 'N/A'])
  expect(sharedGuid('https://site.example/a#part')).toBe('https://site.example/a#part')
})

test('parameters that count clicks are no part of a guid', () => {
  const at = (query: string) => entry({ id: `${SITE}a?${query}`, url: `${SITE}a?${query}` })
  expect(guidsOf([at('utm_source=rss&utm_id=1')])).toEqual([`${SITE}a`])
  expect(guidsOf([at('id=7&fbclid=2')])).toEqual([`${SITE}a?id=7`])
  expect(guidsOf([entry({ url: `${SITE}b?utm_id=3` })])).toEqual([`${SITE}b`])
})
