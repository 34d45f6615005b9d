import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { Highlight } from '../../contract/highlights.ts'
import { clearFeed } from '../storage/entries/entries.ts'
import { pruneHighlights } from '../storage/entries/highlights.ts'

const quote = (exact: string) => ({ exact, prefix: 'before ', suffix: ' after' })
type Page = { data: Highlight[]; cursor?: string; deleted?: string[] }

describe.each(kinds)('highlights on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let feedId: string
  beforeAll(async () => {
    server = await startTestServer({ kind })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, feedId, { isPrivate: 1 })
  })
  afterAll(() => server.close())

  const seedEntry = async (title = 'A title') =>
    (await seedEntries(server.storage, feedId, [{ title }]))[0] ?? ''
  const send = (who: TestUser, method: string, body: object, path = '') =>
    who.request(`/highlights${path}`, { method, body })
  const create = async (who: TestUser, body: object) => {
    const response = await send(who, 'POST', body)
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: Highlight }).data
  }
  const list = async (who: TestUser, query: Record<string, string> = {}) =>
    (await (await who.request(`/highlights?${new URLSearchParams(query).toString()}`)).json()) as Page
  const found = async (who: TestUser, q: string) => {
    const response = await who.request('/entries/search', { method: 'POST', body: { q } })
    return ((await response.json()) as { data: { entries: { id: string } }[] }).data.map(
      ({ entries }) => entries.id,
    )
  }

  test('a highlight has its quotation, colour, note and entry, and is found by them', async () => {
    const entryId = await seedEntry('On clouds')
    const { id } = await create(ann, {
      id: 'mine-1',
      entryId,
      quote: quote('Cumulus grows'),
      position: { start: 10, end: 23 },
      color: 'green',
      note: ' Über dem Berg ',
      createdAt: '2026-01-02T03:04:05.000Z',
    })
    expect(id).toBe('mine-1')
    const [one] = (await list(ann, { entryId })).data
    expect(one).toMatchObject({
      id,
      entryId,
      quote: quote('Cumulus grows'),
      position: { start: 10, end: 23 },
      color: 'green',
      note: 'Über dem Berg',
      createdAt: '2026-01-02T03:04:05.000Z',
      entry: { title: 'On clouds', feedId },
    })
    for (const q of ['cumulus', 'BERG grows', 'clouds uber'])
      expect((await list(ann, { q })).data).toHaveLength(1)
    expect((await list(ann, { q: 'cumulus nothing' })).data).toEqual([])
    expect(await found(ann, 'note:uber has:highlight')).toEqual([entryId])
    expect(await found(ann, 'note:"dem berg" -has:note')).toEqual([])
  })

  test('a note stands on an entry alone, is changed, and cannot become empty', async () => {
    const entryId = await seedEntry()
    const { id } = await create(ann, { entryId, note: 'first' })
    expect((await send(ann, 'PATCH', { id, note: 'second' })).status).toBe(200)
    expect(await found(ann, 'note:second -has:highlight')).toEqual([entryId])
    expect(await found(ann, 'note:first')).toEqual([])
    for (const note of [null, '  ']) {
      const refused = await send(ann, 'PATCH', { id, note })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 97006 })
    }
    expect((await list(ann, { entryId })).data[0]?.note).toBe('second')
  })

  test('the note of a highlight is removed, and the highlight stays', async () => {
    const entryId = await seedEntry()
    const { id } = await create(ann, { entryId, quote: quote('stays'), note: 'goes' })
    await send(ann, 'PATCH', { id, note: null, color: 'blue' })
    expect((await list(ann, { entryId })).data[0]).toMatchObject({ note: null, color: 'blue' })
    expect(await found(ann, 'note:goes')).toEqual([])
  })

  test('a deleted highlight is gone, comes back, and is gone for good after a while', async () => {
    const entryId = await seedEntry()
    const { id, updatedAt } = await create(ann, { entryId, quote: quote('comes back'), note: 'kept along' })
    expect((await send(ann, 'DELETE', { id })).status).toBe(200)
    expect((await send(ann, 'DELETE', { id })).status).toBe(404)
    expect(await found(ann, 'note:"kept along"')).toEqual([])
    const since = String(Date.parse(updatedAt))
    expect((await list(ann, { changedSince: since })).deleted).toContain(id)
    expect((await send(ann, 'POST', { id }, '/restore')).status).toBe(200)
    expect(await found(ann, 'note:"kept along"')).toEqual([entryId])
    expect((await list(ann, { changedSince: since })).deleted).not.toContain(id)
    await send(ann, 'DELETE', { id })
    await pruneHighlights(server.storage, Date.now() + 1000)
    expect((await send(ann, 'POST', { id }, '/restore')).status).toBe(404)
  })

  test('a highlight that is created twice is there once, and creating brings a deleted one back', async () => {
    const entryId = await seedEntry()
    const body = { id: 'twice', entryId, quote: quote('once') }
    await create(ann, body)
    await create(ann, { ...body, quote: quote('other') })
    expect((await list(ann, { entryId })).data.map((one) => one.quote?.exact)).toEqual(['once'])
    await send(ann, 'DELETE', { id: 'twice' })
    await create(ann, { ...body, quote: quote('again') })
    expect((await list(ann, { entryId })).data.map((one) => one.quote?.exact)).toEqual(['again'])
  })

  test('all highlights come page by page, the newest first, each once', async () => {
    const entryId = await seedEntry()
    for (const second of [1, 2, 3, 3, 3])
      await create(ann, { entryId, note: 'paged', createdAt: `2026-02-01T00:00:0${second}.000Z` })
    const ids: string[] = []
    const times: string[] = []
    let cursor: string | undefined
    do {
      const page: Page = await list(ann, { entryId, limit: '2', ...(cursor !== undefined && { cursor }) })
      ids.push(...page.data.map(({ id }) => id))
      times.push(...page.data.map(({ createdAt }) => createdAt))
      cursor = page.cursor
    } while (cursor !== undefined && ids.length < 20)
    expect(new Set(ids).size).toBe(5)
    expect(ids).toHaveLength(5)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await ann.request('/highlights?cursor=nonsense')).status).toBe(400)
  })

  test('another user sees and changes none of it, and may use the same id', async () => {
    const entryId = await seedEntry()
    const { id } = await create(ann, { id: 'shared-id', entryId, quote: quote('secret'), note: 'secret' })
    const own = await seedFeed(server.storage)
    await seedSubscription(server.storage, ben.id, own)
    const [other = ''] = await seedEntries(server.storage, own, [{}])
    expect((await send(ben, 'POST', { entryId, note: 'mine' })).status).toBe(404)
    expect((await list(ben)).data).toEqual([])
    expect((await list(ben, { q: 'secret', changedSince: '0' })).data).toEqual([])
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const)
      expect((await send(ben, method, { id, note: 'taken' }, path)).status).toBe(404)
    await create(ben, { id, entryId: other, note: 'of ben' })
    await send(ben, 'DELETE', { id })
    expect((await list(ann, { entryId })).data[0]).toMatchObject({ id, note: 'secret' })
    expect((await list(ben, { changedSince: '0' })).deleted).toEqual([id])
    expect(await found(ben, 'has:note OR has:highlight')).toEqual([])
  })

  test('an entry with a highlight or note stays when its feed is cleared or no longer followed', async () => {
    const other = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, other, { isPrivate: 1 })
    const [marked = '', noted = '', freed = ''] = await seedEntries(server.storage, other, [{}, {}, {}, {}])
    await create(ann, { entryId: marked, quote: quote('stays') })
    await create(ann, { entryId: noted, note: 'stays' })
    const { id } = await create(ann, { entryId: freed, note: 'goes' })
    await send(ann, 'DELETE', { id })
    await clearFeed(server.storage, other, server.services.now())
    await ann.request('/subscriptions', { method: 'DELETE', body: { feedId: other } })
    const left = await server.storage.db
      .selectFrom('entries')
      .select('id')
      .where('feedId', '=', other)
      .execute()
    expect(left.map((row) => row.id).toSorted()).toEqual([marked, noted].toSorted())
    expect(await found(ann, 'has:highlight')).toContain(marked)
    expect(await found(ann, 'note:stays')).toContain(noted)
  })

  test('a request that is sent twice is carried out once', async () => {
    const entryId = await seedEntry()
    const request = {
      method: 'POST',
      body: { entryId, note: 'once' },
      headers: { 'idempotency-key': 'highlight-once' },
    }
    await ann.request('/highlights', request)
    await ann.request('/highlights', request)
    expect((await list(ann, { entryId })).data).toHaveLength(1)
  })
})
