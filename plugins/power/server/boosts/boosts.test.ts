import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NOON, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { startServerWithPlugins, type ServerWithPlugins } from '../../../../tests/support/plugin-server.ts'
import type { TestUser, TestServer } from '../../../../tests/support/server.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import { enrich, on } from '../../testing/ledger.ts'
import { ONE } from '../ledger/amount.ts'
import { balancesOf, sumsOf } from '../ledger/balances.ts'

const MONTH_MS = 30 * 86_400_000
const MINUTE = 60_000

describe.each(kinds)('boosts on %s', (kind) => {
  let server: TestServer
  let queues: ServerWithPlugins['queues']
  let ann: TestUser
  let bob: TestUser
  let feedId: string
  let later = 0
  const now = () => Date.now() + later

  beforeEach(async () => {
    later = 0
    ;({ server, queues } = await startServerWithPlugins(kind, { only: ['power'], now }))
    ann = await server.signUp('ann')
    bob = await server.signUp('bob')
    feedId = await seedFeed(server.storage)
    for (const { id } of [ann, bob]) await enrich(server, id, 500n)
  })
  afterEach(() => server.close())

  const boost = (who: TestUser, power: bigint, headers = {}, feed = feedId) =>
    who.request('/boosts', { method: 'POST', body: { feedId: feed, amount: String(power * ONE) }, headers })
  const outcome = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { code: number }).code,
  ]
  const dataOf = async <T>(answer: Response | Promise<Response>) =>
    ((await (await answer).json()) as { data: T }).data
  const about = (who: TestUser) =>
    dataOf<{ level: number; lastValidBoost: { hash: string; expiresAt: string } | null }>(
      who.request(`/boosts?feedId=${feedId}`),
    )
  const balance = async (who: TestUser) => (await balancesOf(on(server.storage), [who.id])).get(who.id)?.total

  test('a boost lifts the feed, names its booster, and burns what it cost', async () => {
    expect(await about(ann)).toEqual({
      level: 0,
      monthlyBoostCost: 10,
      boostCount: 0,
      remainingBoostsToLevelUp: 1,
      lastValidBoost: null,
    })
    const { expiresAt, transactionHash } = await dataOf<{ expiresAt: string; transactionHash: string }>(
      boost(ann, 30n),
    )
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / MONTH_MS)).toBe(3)
    expect(await about(ann)).toEqual({
      level: 1,
      monthlyBoostCost: 20,
      boostCount: 1,
      remainingBoostsToLevelUp: 2,
      lastValidBoost: { hash: transactionHash, expiresAt },
    })
    expect((await about(bob)).lastValidBoost).toBeNull()
    expect(await dataOf(bob.request(`/boosts/boosters?feedId=${feedId}`))).toMatchObject([{ id: ann.id }])
    await seedSubscription(server.storage, bob.id, feedId)
    expect(await dataOf(bob.request('/subscriptions'))).toMatchObject([
      { boost: { boosters: [{ id: ann.id }] } },
    ])
    expect((await sumsOf(on(server.storage), ['burn'])).get('burn')).toBe(30n * ONE)
    await on(server.storage)
      .db.updateTable('boosts')
      .set({ expiresAt: now() - 1 })
      .execute()
    expect(await about(ann)).toMatchObject({ level: 0, lastValidBoost: null })
  })

  test('an inbox cannot be boosted: its owner finds no boosters, others get no feed', async () => {
    await ann.request('/inboxes', { method: 'POST', body: { handle: 'ann-mail', title: 'Mail' } })
    const boosters = (who: TestUser, id: string) => who.request(`/boosts/boosters?feedId=${id}`)
    const answer = await boosters(ann, 'ann-mail')
    expect([answer.status, await answer.json()]).toEqual([200, { code: 0, data: [] }])
    expect(await outcome(await boosters(bob, 'ann-mail'))).toEqual([404, 2001])
    expect(await outcome(await boosters(ann, 'nothing'))).toEqual([404, 2001])
  })

  test('only one, three, six or twelve months can be paid for', async () => {
    for (const power of [0n, 1n, 20n, 1000n])
      expect(await outcome(await boost(ann, power))).toEqual([400, 4006])
    expect(await outcome(await boost(ann, 10n, {}, '1'))).toEqual([404, 2001])
    expect(await outcome(await server.request('/boosts', { method: 'POST', body: {} }))).toEqual([401, 1000])
    const poor = await server.signUp('carl')
    expect(await outcome(await boost(poor, 10n))).toEqual([400, 4001])
    expect(await balance(ann)).toBe(500n * ONE)
  })

  test('the second boost of a user begins where the first ends, and a repeated request is the same boost', async () => {
    const key = { 'idempotency-key': 'boost' }
    const first = await dataOf<{ expiresAt: string }>(boost(ann, 10n, key))
    await server.storage.db.deleteFrom('answered').execute()
    // The price has risen by the boost itself; a repeated request is still paid.
    expect(await dataOf(boost(ann, 10n, key))).toEqual(first)
    expect(await balance(ann)).toBe(490n * ONE)
    const second = await dataOf<{ expiresAt: string }>(boost(ann, 20n))
    expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBe(MONTH_MS)
    expect(await balance(ann)).toBe(470n * ONE)
  })

  test('a boosted feed is fetched sooner, but never before its own limit', async () => {
    const { storage } = server
    const seed = (input: Parameters<typeof seedFeed>[1]) =>
      seedFeed(storage, { checkedAt: NOON, nextFetchAt: NOON + 360 * MINUTE, ...input })
    const feeds = {
      plain: await seed({}),
      boosted: await seed({}),
      soon: await seed({ nextFetchAt: NOON + 60 * MINUTE }),
      failing: await seed({ failures: 3 }),
      slow: await seed({ ttlMinutes: 300 }),
      closed: await seed({ quietTimes: '{"hours":[1],"days":[]}' }),
      resting: await seed({ waitUntil: NOON + 300 * MINUTE }),
    }
    for (const [name, id] of Object.entries(feeds))
      if (name !== 'plain')
        await on(storage)
          .db.insertInto('boosts')
          .values({
            hash: name,
            feedId: id,
            userId: ann.id,
            months: 1,
            createdAt: NOON,
            expiresAt: NOON + MONTH_MS,
          })
          .execute()
    later = NOON + MINUTE - Date.now()
    const round = { queue: '', key: '', payload: null, attempts: 1, lease: 0 }
    await queues['hasten-boosted']?.run(round, new AbortController().signal)
    const rows = await storage.db.selectFrom('feedSchedule').select(['feedId as id', 'nextFetchAt']).execute()
    const minutes = (id: string) => ((rows.find((row) => row.id === id)?.nextFetchAt ?? 0) - NOON) / MINUTE
    expect(Object.fromEntries(Object.entries(feeds).map(([name, id]) => [name, minutes(id)]))).toEqual({
      plain: 360,
      boosted: 180,
      soon: 60,
      failing: 360,
      slow: 360,
      closed: 360,
      resting: 360,
    })
  })
})
