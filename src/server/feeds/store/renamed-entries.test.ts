import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedFeed } from '../../../../tests/support/library.ts'
import { openTestStorage, testId } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import { readDocument } from '../read-document.ts'
import { storeEntries } from './store-entries.ts'

const NOW = Date.UTC(2026, 10, 21)
type Item = { guid?: string; link?: string; title?: string; date?: string; text?: string }

describe('entries whose guids alone change', () => {
  let storage: Storage
  let feedId: string
  beforeEach(async () => {
    storage = await openTestStorage()
    feedId = await seedFeed(storage)
  })
  afterEach(() => storage.close())

  /** @returns how many entries were new */
  const fetched = async (items: readonly Item[]): Promise<number> => {
    const written = items.map(
      ({ guid, link, title, date, text }) =>
        `<item>${guid ? `<guid isPermaLink="false">${guid}</guid>` : ''}${link ? `<link>${link}</link>` : ''}${title ? `<title>${title}</title>` : ''}${date ? `<pubDate>${date}</pubDate>` : ''}<description>${text ?? `About ${title}`}</description></item>`,
    )
    const bytes = new TextEncoder().encode(`<rss><channel>${written.join('')}</channel></rss>`)
    const read = await readDocument({ bytes, contentType: null, url: 'https://example.org/feed' }, NOW)
    if (!read.ok) throw new Error(read.message)
    const options = { feedId, kind: storage.kind, now: NOW, newId: testId }
    return (await storeEntries(storage.db, read.entries, options)).added
  }
  const stored = async (): Promise<Record<string, string>> => {
    const rows = await storage.db
      .selectFrom('entries')
      .select(['id', 'title', 'description'])
      .where('feedId', '=', feedId)
      .execute()
    return Object.fromEntries(rows.map(({ id, title, description }) => [title ?? description, id]))
  }
  const rename = (id: string | undefined, guid: string) =>
    storage.db
      .updateTable('entries')
      .set({ guid })
      .where('id', '=', id ?? '')
      .execute()

  test.each<[string, (name: string) => Item]>([
    ['a page each', (name) => ({ guid: 'N/A', link: `https://site.example/${name}`, title: name })],
    ['one page', (name) => ({ guid: 'N/A', link: 'https://site.example/news', title: name })],
    ['no link', (name) => ({ guid: 'N/A', title: name, date: `${name.length} May 2026` })],
    ['neither link nor time', (name) => ({ guid: 'N/A', title: name })],
    ['neither link nor title', (name) => ({ guid: 'N/A', text: name })],
    ['no guid and one page', (name) => ({ link: 'https://site.example/news', title: name })],
  ])('one guid for all entries and %s: a new one takes no row of another', async (_, item) => {
    await fetched([item('bb'), item('a')])
    const before = await stored()
    expect(await fetched([item('ccc'), item('bb'), item('a')])).toBe(1)
    expect(await stored()).toEqual({ ...before, ccc: expect.any(String) })
    // As the first entry of a document was stored by earlier versions.
    await rename(before['bb'], item('bb').guid ?? 'https://site.example/news')
    expect(await fetched([item('dddd'), item('ccc'), item('bb'), item('a')])).toBe(1)
    expect(await stored()).toMatchObject({ ...before, dddd: expect.any(String) })
    // A single entry has its guid for itself, until another one has the same.
    expect(await fetched([item('dddd')])).toBe(0)
    expect(await fetched([item('dddd'), item('ccc')])).toBe(0)
  })

  const at = (site: string, name: string, date?: string): Item => ({
    guid: `${site}/${name}`,
    link: `${site}/${name}`,
    title: name,
    ...(date && { date }),
  })
  const day = (number: number): string => `${number} May 2026 10:00 GMT`

  test('a site that moves brings no entry twice', async () => {
    await fetched([2, 1].map((one) => at('https://old.example', `post-${one}`, day(one))))
    const before = await stored()
    expect(
      await fetched([3, 2, 1].map((one) => at('https://new.example/blog', `post-${one}`, day(one)))),
    ).toBe(1)
    expect(await stored()).toMatchObject(before)
  })

  test('a site without times that moves brings no entry twice', async () => {
    await fetched(['a', 'b'].map((name) => at('https://old.example', name)))
    const before = await stored()
    expect(await fetched(['a', 'b'].map((name) => at('https://new.example', name)))).toBe(0)
    expect(await stored()).toEqual(before)
  })

  test('a single entry with the time and title of another is its own', async () => {
    await fetched([at('https://site.example', 'a', day(1)), at('https://site.example', 'b', day(2))])
    const items = [at('https://site.example/more', 'a', day(1)), at('https://site.example', 'b', day(2))]
    expect(await fetched(items)).toBe(1)
  })

  test('entries that share a title and a time are not taken for each other', async () => {
    const many = (site: string) =>
      ['x', 'y', 'z'].map((name) => ({ ...at(site, name, day(1)), title: 'Note' }))
    await fetched(many('https://old.example'))
    expect(await fetched(many('https://new.example'))).toBe(3)
  })

  test('entries that are still in the document are not taken for new ones', async () => {
    const old = [1, 2].map((one) => at('https://old.example', `post-${one}`, day(one)))
    await fetched(old)
    const copies = [1, 2].map((one) => at('https://new.example', `post-${one}`, day(one)))
    expect(await fetched([...copies, ...old])).toBe(2)
  })
})
