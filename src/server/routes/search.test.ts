import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TimelineItem } from '../../contract/entries.ts'

const NOON = Date.UTC(2026, 4, 1, 12)
type Page = { code: number; data: TimelineItem[]; cursor?: string }

describe.each(kinds)('searching on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let feedId: string
  beforeAll(async () => {
    server = await startTestServer({ kind, now: () => NOON })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    feedId = await seedFeed(server.storage, { title: 'Rust Blog' })
    await seedSubscription(server.storage, ann.id, feedId, { isPrivate: 1 })
    const entries = Array.from({ length: 25 }, (_, at) => ({
      id: `9000${String(at).padStart(3, '0')}`,
      title: `Story ${at}`,
      // Many share a time, also across the ends of pages.
      publishedAt: NOON - Math.floor(at / 6) * 1000,
    }))
    await seedEntries(server.storage, feedId, entries)
  })
  afterAll(() => server.close())

  const ask = (who: TestUser, body: unknown) => who.request('/entries/search', { method: 'POST', body })
  const search = async (who: TestUser, body: unknown) => (await (await ask(who, body)).json()) as Page
  const pages = async (body: Record<string, unknown>) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await search(ann, { ...body, ...(cursor !== undefined && { cursor }) })
      ids.push(...page.data.map(({ entries }) => entries.id))
      cursor = page.cursor
    } while (cursor !== undefined && ids.length < 100)
    return ids
  }

  test('items are those of the timeline', async () => {
    const { data } = await search(ann, { q: 'feed:"rust blog"', limit: 100 })
    const body = { feedId, limit: 100 }
    const timeline = (await (await ann.request('/entries', { method: 'POST', body })).json()) as Page
    expect(data).toEqual(timeline.data)
    expect(data).toHaveLength(25)
  })

  test.each(['', 'story', 'sort:old', 'sort:old story'])(
    '%j gives each entry once over all pages',
    async (q) => {
      const ids = await pages({ q, limit: 4 })
      expect(ids).toHaveLength(25)
      expect(new Set(ids).size).toBe(25)
      const whole = await pages({ q, limit: 100 })
      expect(ids).toEqual(whole)
    },
  )

  test('a search counts all that its query selects', async () => {
    const count = async (who: TestUser, q: string) =>
      ((await (await ask(who, { q, limit: 1, count: true })).json()) as { total?: number }).total
    expect(await count(ann, '')).toBe(25)
    expect(await count(ann, 'story')).toBe(25)
    expect(await count(ann, 'story limit:7')).toBe(7)
    expect(await count(ann, 'nowhere')).toBe(0)
    expect(await count(ben, 'story')).toBe(0)
    expect(await search(ann, { q: '', limit: 1 })).not.toHaveProperty('total')
  })

  test('the limit of a query bounds all pages together', async () => {
    expect(await pages({ q: 'story limit:7', limit: 3 })).toHaveLength(7)
    expect(await pages({ q: 'story limit:6', limit: 3 })).toHaveLength(6)
  })

  test('a query that cannot be read is refused with its position', async () => {
    for (const [q, position] of [
      ['a is:nothing', 5],
      ['(a', 2],
      ['('.repeat(500_000), 2000],
      ['('.repeat(1900), 51],
    ] as const) {
      const answer = await ask(ann, { q })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 1002, data: { position } })
    }
    const answer = await ask(ann, { q: '', cursor: 'nonsense' })
    expect(answer.status).toBe(400)
  })

  test('another user finds nothing of a private feed', async () => {
    expect((await search(ben, { q: 'story' })).data).toEqual([])
    expect((await search(ben, { q: `feed:${feedId}` })).data).toEqual([])
  })
})
