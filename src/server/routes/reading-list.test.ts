import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import type { TimelineItem } from '../../contract/entries.ts'

const NOON = Date.UTC(2026, 4, 1, 12)
const DAY = 86_400_000
/** A text with this reading time in minutes. */
const text = (minutes: number) => `<p>${'word '.repeat(230 * minutes)}</p>`

describe('a list for some minutes', () => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    server = await startTestServer({ now: () => NOON })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    const { storage } = server
    const often = await seedFeed(storage, { title: 'Often' })
    const seldom = await seedFeed(storage, { title: 'Seldom' })
    const pictures = await seedFeed(storage, { title: 'Pictures' })
    for (const feedId of [often, seldom]) await seedSubscription(storage, ann.id, feedId, { isPrivate: 1 })
    await seedSubscription(storage, ann.id, pictures, { view: 2, isPrivate: 1 })
    await seedEntries(
      storage,
      often,
      Array.from({ length: 9 }, (_, at) => ({
        id: `often${at}`,
        publishedAt: NOON - at * 1000,
        content: text(4),
      })),
    )
    await seedEntries(storage, seldom, [
      { id: 'seldom0', publishedAt: NOON - 40 * DAY, content: text(10) },
      { id: 'seldom1', publishedAt: NOON - 80 * DAY, content: text(10) },
    ])
    await seedEntries(storage, pictures, [{ id: 'picture', publishedAt: NOON, content: text(1) }])
  })
  afterAll(() => server.close())

  const readFor = async (who: TestUser, minutes: number) => {
    const response = await who.request('/entries/reading-list', { method: 'POST', body: { minutes } })
    return (await response.json()) as { code: number; data: TimelineItem[] }
  }
  const idsOf = ({ data }: { data: TimelineItem[] }) => data.map(({ entries }) => entries.id)

  test('the rare feed comes first, each feed once before a second entry, and all of it fits', async () => {
    const { code, data } = await readFor(ann, 25)
    expect(code).toBe(0)
    expect(idsOf({ data })).toEqual(['seldom0', 'often0', 'seldom1'])
    expect(data.map(({ readingSeconds }) => readingSeconds)).toEqual([600, 240, 600])
    expect(idsOf(await readFor(ann, 9))).toEqual(['often0', 'often1'])
  })

  test('what is read leaves the choice, and another user gets nothing of it', async () => {
    await ann.request('/reads', { method: 'POST', body: { entryIds: ['seldom0'] } })
    expect(idsOf(await readFor(ann, 25))).toEqual(['seldom1', 'often0', 'often1', 'often2'])
    expect(idsOf(await readFor(ben, 25))).toEqual([])
  })

  test('a number of minutes that is none is refused', async () => {
    for (const minutes of [0, 1.5, 601]) {
      const response = await ann.request('/entries/reading-list', { method: 'POST', body: { minutes } })
      expect(response.status).toBe(400)
    }
  })

  test('only the own subscriptions say which feeds are rare', async () => {
    const list = async (who: TestUser, path: string) =>
      ((await (await who.request(path)).json()) as { data: { feeds: { title: string; rare?: boolean } }[] })
        .data
    const own = await list(ann, '/subscriptions')
    expect(Object.fromEntries(own.map(({ feeds }) => [feeds.title, feeds.rare]))).toEqual({
      Often: false,
      Seldom: true,
      Pictures: true,
    })
    expect(await list(ben, `/subscriptions?userId=${ann.id}`)).toEqual([])
  })
})
