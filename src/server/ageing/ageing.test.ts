import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TokenUse } from '../../contract/token-uses.ts'
import { ageEntries } from './ageing.ts'

const OPENING = 60_000
const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000

describe.each(kinds)('ageing on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let feeds: { news: string; blog: string; saved: string }
  beforeAll(async () => {
    server = await startTestServer({ kind, now: () => NOW })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    const { storage } = server
    const [news, blog, saved] = [
      await seedFeed(storage, { title: 'News' }),
      await seedFeed(storage, { title: 'Blog' }),
      await seedFeed(storage, { title: 'Saved' }),
    ]
    feeds = { news, blog, saved }
    for (const feedId of [news, blog, saved]) {
      await seedSubscription(storage, ann.id, feedId, { category: feedId === blog ? 'Slow' : 'Fast' })
      await seedSubscription(storage, ben.id, feedId, { category: 'Fast' })
      await seedEntries(
        storage,
        feedId,
        [0, 2, 5, 10].map((age) => ({
          id: `${feedId}-${age}`,
          publishedAt: NOW - age * DAY,
          insertedAt: NOW - age * DAY,
        })),
      )
    }
    // It arrived yesterday, whatever its own date is.
    await seedEntries(storage, news, [{ id: 'late', publishedAt: NOW - 90 * DAY, insertedAt: NOW - DAY / 2 }])
    const star = { entryId: `${news}-5`, view: 0 }
    await ann.request('/collections', { method: 'POST', body: star })
    const label = { name: 'Later', entryIds: [`${news}-10`] }
    await ann.request('/labels/entries', { method: 'POST', body: label })
  }, OPENING)
  afterAll(() => server.close())

  const counts = async (who: TestUser) =>
    ((await (await who.request('/reads')).json()) as { data: Record<string, number> }).data
  const uses = async (who: TestUser) =>
    ((await (await who.request('/token-uses')).json()) as { data: TokenUse[] }).data
  const older = async (who: TestUser, feedIdList: string[], days: number) =>
    (
      (await (await who.request('/reads/older', { method: 'POST', body: { feedIdList, days } })).json()) as {
        data: { entries: number }
      }
    ).data.entries

  test('older entries of the feed and the folder leave unread, those that are kept and others’ do not', async () => {
    const settings = { feedUnreadDays: { [feeds.news]: 1, [feeds.saved]: 0 }, folderUnreadDays: { Fast: 3 } }
    await ann.request('/settings/general', { method: 'PATCH', body: settings })
    const before = await counts(ben)
    expect(await older(ann, [feeds.news], 1)).toBe(1)
    expect(await counts(ann)).toEqual({ [feeds.news]: 5, [feeds.blog]: 4, [feeds.saved]: 4 })
    await ageEntries(server.services)
    expect(await counts(ann)).toEqual({ [feeds.news]: 4, [feeds.blog]: 4, [feeds.saved]: 4 })
    expect(await uses(ann)).toMatchObject([
      { token: 'News', entrance: 'ageing', count: 1, undo: 'possible', call: 'reads.mark' },
    ])
    expect(await counts(ben)).toEqual(before)
    expect(await uses(ben)).toEqual([])
    await ann.request('/settings/general', { method: 'PATCH', body: { folderUnreadDays: { Slow: 3 } } })
    await ageEntries(server.services)
    expect((await counts(ann))[feeds.blog]).toBe(2)
  })

  test('what is undone stays unread, and another user cannot undo it', async () => {
    const [, news] = await uses(ann)
    const undo = (who: TestUser) =>
      who.request('/token-uses/undo', { method: 'POST', body: { id: news?.id ?? '' } })
    expect((await undo(ben)).status).toBe(404)
    expect((await undo(ann)).status).toBe(200)
    expect((await counts(ann))[feeds.news]).toBe(5)
    await ageEntries(server.services)
    expect((await counts(ann))[feeds.news]).toBe(5)
    expect((await uses(ann)).map((use) => use.undo)).toEqual(['possible', 'done'])
  })

  test('nobody counts entries of feeds that they do not follow', async () => {
    const cat = await server.signUp('cat')
    expect(await older(cat, [feeds.news, feeds.blog], 1)).toBe(0)
    expect(await older(ben, [feeds.blog], 1)).toBe(3)
  })
})
