import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import type { Highlight } from '../../contract/highlights.ts'
import type { EntryOutcome, ImportedEntry } from '../../contract/imports.ts'
import type { InboxItem } from '../../contract/inboxes.ts'

const blank: ImportedEntry = {
  url: null,
  guid: null,
  title: null,
  content: null,
  author: null,
  publishedAt: null,
  feedUrl: null,
  starred: null,
  read: null,
  labels: [],
  highlights: [],
}

describe('entries of another reader', () => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let feedUrl: string
  let feedId: string
  let ids: string[]
  let count = 0
  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    count += 1
    feedUrl = `https://garden.example/${count}.xml`
    feedId = await seedFeed(server.storage, { url: feedUrl })
    ids = await seedEntries(server.storage, feedId, [
      { guid: 'rose', url: `https://garden.example/${count}/rose`, title: 'Roses' },
      { guid: 'tulip', url: `https://garden.example/${count}/tulip` },
    ])
    await seedSubscription(server.storage, ann.id, feedId, { view: 1 })
  })

  const bring = async (who: TestUser, entries: readonly Partial<ImportedEntry>[]) => {
    const body = { entries: entries.map((entry) => ({ ...blank, ...entry })), inboxTitle: 'Pages' }
    const response = await who.request('/imports/entries', { method: 'POST', body })
    const { data } = (await response.json()) as { data: EntryOutcome[] }
    return data.map(({ outcome, reason }) => reason ?? outcome)
  }
  const found = async (who: TestUser, q: string) => {
    const response = await who.request('/entries/search', { method: 'POST', body: { q } })
    return ((await response.json()) as { data: { entries: { id: string } }[] }).data.map(
      ({ entries }) => entries.id,
    )
  }
  const pagesOf = async (who: TestUser) => {
    const response = await who.request('/entries/inbox', {
      method: 'POST',
      body: { inboxId: `pages-${who.id}`, limit: 100 },
    })
    return ((await response.json()) as { data?: InboxItem[] }).data ?? []
  }
  const highlightsOf = async (who: TestUser, entryId: string) =>
    ((await (await who.request(`/highlights?entryId=${entryId}`)).json()) as { data: Highlight[] }).data

  test('get their marks where a feed has them, by guid or by address, and once', async () => {
    const entries = [
      { feedUrl, guid: 'rose', starred: true, read: true, labels: ['Plants/Roses'] },
      {
        url: `https://garden.example/${count}/tulip#top`,
        read: true,
        highlights: [{ text: 'in spring', note: 'when?', createdAt: '2024-05-01T07:00:00.000Z' }],
      },
    ]
    expect(await bring(ann, entries)).toEqual(['matched', 'matched'])
    const [rose = '', tulip = ''] = ids
    expect(await found(ann, `is:starred is:read label:plants feed:${feedId}`)).toEqual([rose])
    expect((await found(ann, `is:read feed:${feedId}`)).toSorted()).toEqual([rose, tulip].toSorted())
    expect(await highlightsOf(ann, tulip)).toMatchObject([
      { quote: { exact: 'in spring' }, note: 'when?', createdAt: '2024-05-01T07:00:00.000Z' },
    ])
    expect(await bring(ann, entries)).toEqual(['present', 'present'])
    expect(await highlightsOf(ann, tulip)).toHaveLength(1)
  })

  test('remove no mark that is there', async () => {
    const [rose = ''] = ids
    await ann.request('/reads', { method: 'POST', body: { entryIds: [rose] } })
    expect(await bring(ann, [{ feedUrl, guid: 'rose', read: false, starred: false }])).toEqual(['present'])
    expect(await found(ann, `is:read feed:${feedId}`)).toEqual([rose])
  })

  test('become saved pages with their text where no feed has them, each once', async () => {
    const page = {
      url: `https://elsewhere.example/${count}#part`,
      title: 'Elsewhere',
      content: '<p>Text <script>alert(1)</script></p>',
      publishedAt: '2024-05-01T07:00:00.000Z',
      starred: true,
      read: true,
      labels: ['Elsewhere'],
    }
    expect(await bring(ann, [page, page])).toEqual(['saved', 'present'])
    expect(await bring(ann, [page])).toEqual(['present'])
    const items = (await pagesOf(ann)).filter(({ entries }) => entries.title === 'Elsewhere')
    expect(items).toMatchObject([
      {
        entries: { publishedAt: page.publishedAt, url: `https://elsewhere.example/${count}#part` },
        read: true,
      },
    ])
    const content = await ann.request(`/entries/inbox?id=${items[0]?.entries.id ?? ''}`)
    expect(await content.text()).not.toContain('alert')
  })

  test('have no address that a browser would run', async () => {
    expect(await bring(ann, [{ url: 'javascript:alert(1)', title: 'Bad' }])).toEqual(['saved'])
    const [item] = (await pagesOf(ann)).filter(({ entries }) => entries.title === 'Bad')
    expect(item?.entries.url ?? null).toBeNull()
  })

  test('bring as many highlights as a user may have, in turns with everything else', async () => {
    const highlights = (from: number, length: number) =>
      Array.from({ length }, (_, at) => ({ text: `h${from + at}`, note: null, createdAt: null }))
    const entry = { feedUrl, guid: 'rose', highlights: highlights(0, 1000) }
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const others = Array.from({ length: 20 }, (_, at) => ({
      url: `https://a.example/${count}/${at}`,
      title: `${at}`,
    }))
    expect(new Set(await bring(ann, [entry, ...others]))).toEqual(new Set(['matched', 'saved']))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(20)
    expect(await bring(ann, [entry])).toEqual(['present'])
    expect(await highlightsOf(ann, ids[0] ?? '')).toHaveLength(100)
    const tooMany = await ann.request('/imports/entries', {
      method: 'POST',
      body: {
        entries: [1, 2].map((at) => ({ ...blank, ...entry, highlights: highlights(at * 1000, 1000) })),
      },
    })
    expect(tooMany.status).toBe(400)
  })

  test('without an address are known by their title, and without anything are named', async () => {
    const book = {
      title: `A book ${count}`,
      content: '<p>quoted</p>',
      highlights: [{ text: 'quoted', note: null, createdAt: null }],
    }
    expect(await bring(ann, [book, { starred: true }])).toEqual([
      'saved',
      'The entry has no address, no title and no text.',
    ])
    expect(await bring(ann, [book])).toEqual(['present'])
  })

  test('of another user are that user’s alone', async () => {
    const entry = { feedUrl, guid: 'rose', url: `https://garden.example/${count}/rose`, title: 'Roses' }
    // Without following the feed it becomes a saved page, whatever the other user has.
    expect(await bring(ben, [{ ...entry, starred: true, read: true, labels: ['his'] }])).toEqual(['saved'])
    expect(await found(ann, `is:starred feed:${feedId}`)).toEqual([])
    expect(await found(ann, 'label:his')).toEqual([])
    expect((await pagesOf(ann)).map(({ entries }) => entries.title)).not.toContain('Roses')
    expect((await pagesOf(ben)).map(({ entries }) => entries.title)).toContain('Roses')
    const foreign = await ann.request('/entries/inbox', {
      method: 'POST',
      body: { inboxId: `pages-${ben.id}` },
    })
    expect(foreign.status).not.toBe(200)
    expect(await bring(ann, [{ ...entry, read: true }])).toEqual(['matched'])
  })
})

test('an account that has no room left stores nothing more of its own', async () => {
  const server = await startTestServer({ env: { ACCOUNT_MB: '1' } })
  try {
    const user = await server.signUp('full')
    const [entryId = ''] = await seedEntries(server.storage, await seedFeed(server.storage), [{}])
    const page = (at: number) => ({ ...blank, url: `https://a.example/${at}`, content: 'x'.repeat(400_000) })
    const bring = async (at: number) => {
      const body = { entries: [page(at)] }
      return (await user.request('/imports/entries', { method: 'POST', body })).json()
    }
    for (const at of [1, 2]) expect(await bring(at)).toMatchObject({ data: [{ outcome: 'saved' }] })
    expect(await bring(3)).toMatchObject({
      data: [{ outcome: 'failed', reason: 'The account has no room left' }],
    })
    await seedSubscription(server.storage, user.id, (await feedOf(server, entryId)) ?? '', {})
    const note = await user.request('/highlights', { method: 'POST', body: { entryId, note: 'short' } })
    expect(note.status).toBe(200)
  } finally {
    await server.close()
  }
})

const feedOf = async ({ storage }: TestServer, id: string) =>
  (await storage.db.selectFrom('entries').select('feedId').where('id', '=', id).executeTakeFirst())?.feedId
