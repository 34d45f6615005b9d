import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startServerWithPlugins } from '../../../tests/support/plugin-server.ts'
import type { TestServer, TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TimelineItem } from '../../../src/contract/entries.ts'
import type { List } from '../../../src/contract/shapes.ts'
import type { ListSubscription } from '../../../src/contract/subscriptions.ts'
import type { Proofs } from '../../../src/server/claims/proofs/read-proofs.ts'
import { enrich, ledgerOf, on } from '../testing/ledger.ts'
import { ONE, wholePower } from './ledger/amount.ts'
import { audit } from './ledger/audit.ts'
import { balancesOf } from './ledger/balances.ts'
import { charge } from './ledger/charge.ts'
import { ensureWallet } from './ledger/wallets.ts'

const DAY_MS = 86_400_000
const NOTHING: Proofs = { entries: [], description: '', challenges: [] }

const call = (who: TestUser, method: string, path: string, body?: unknown, headers = {}) =>
  who.request(path, { method, body, headers })
const dataOf = async <T>(answer: Response | Promise<Response>) =>
  ((await (await answer).json()) as { data: T }).data
const codeOf = async (answer: Response) => ((await answer.json()) as { code: number }).code
const refusal = async (answer: Promise<Response>) => {
  const { status } = await answer
  return { status, code: (JSON.parse(await (await answer).text()) as { code: number }).code }
}
const balanceAt = async ({ storage }: TestServer, who: TestUser) =>
  (await balancesOf(on(storage), [who.id])).get(who.id)?.total ?? 0n

describe.each(kinds)('what costs POWER, or is said of it, on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    server = (await startServerWithPlugins(kind, { only: ['power'] })).server
    ben = await server.signUp('ben')
  })
  beforeEach(async () => {
    ann = await server.signUp()
  })
  afterAll(() => server.close())
  const has = (who: TestUser) => balanceAt(server, who)

  describe('a list with a fee', () => {
    const rich = async (power: bigint) => {
      const who = await server.signUp()
      await enrich(server, who.id, power)
      return who
    }
    const annsList = async (form: object = {}) => {
      const { id: listId } = await dataOf<List>(
        call(ann, 'POST', '/lists', { title: 'Space', view: 0, fee: 0, ...form }),
      )
      const feedId = await seedFeed(server.storage)
      await seedEntries(server.storage, feedId, [{}, {}])
      await call(ann, 'POST', '/lists/feeds', { listId, feedIds: [feedId] })
      return { listId, feedId }
    }
    const followIt = (who: TestUser, listId: string) =>
      call(who, 'POST', '/subscriptions', { listId, view: 0 })
    const leave = (who: TestUser, listId: string) => call(who, 'DELETE', '/subscriptions', { listId })
    const look = (listId: string, who: TestUser) =>
      dataOf<{ list: List }>(who.request(`/lists?listId=${listId}`))
    const subscribed = async (who: TestUser, listId: string) =>
      (await dataOf<ListSubscription[]>(who.request('/subscriptions'))).find((row) => row.listId === listId)
    const entriesOf = (who: TestUser, body: object) =>
      dataOf<TimelineItem[]>(call(who, 'POST', '/entries', body))
    beforeEach(async () => {
      await ensureWallet(on(server.storage), ann.id, NOON)
    })

    test('the fee goes to the owner, once, however often a user follows and unfollows', async () => {
      const { listId, feedId } = await annsList({ fee: 4 })
      const [owner, dan] = [await has(ann), await rich(10n)]
      const answers = await Promise.all([1, 2, 3, 4].map(() => followIt(dan, listId)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await has(dan)).toBe(wholePower(6))
      expect((await has(ann)) - owner).toBeGreaterThan(wholePower(3))
      expect((await look(listId, dan)).list.feedIds).toEqual([feedId])
      await leave(dan, listId)
      expect(await entriesOf(dan, { listId })).toEqual([])
      await followIt(dan, listId)
      expect(await has(dan)).toBe(wholePower(6))
      const own = await dataOf<(List & { purchaseAmount: number })[]>(ann.request('/lists/list'))
      expect(own.find(({ id }) => id === listId)?.purchaseAmount).toBe(4)
    })

    test('a user with too little POWER, no wallet or only a trial does not follow, and pays nothing', async () => {
      const { listId } = await annsList({ fee: 4 })
      const poor = await rich(3n)
      expect(await refusal(followIt(poor, listId))).toEqual({ status: 400, code: 4002 })
      expect(await has(poor)).toBe(wholePower(3))
      expect(await refusal(followIt(await server.signUp(), listId))).toEqual({ status: 400, code: 4001 })
      const tim = await rich(10n)
      await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', tim.id).execute()
      expect(await refusal(followIt(tim, listId))).toEqual({ status: 403, code: 1103 })
      for (const who of [poor, tim]) expect(await subscribed(who, listId)).toBeUndefined()
    })

    test('the owner pays nothing to himself', async () => {
      const { listId } = await annsList({ fee: 4 })
      await leave(ann, listId)
      const before = await has(ann)
      expect((await followIt(ann, listId)).status).toBe(200)
      expect(await has(ann)).toBe(before)
    })
  })

  test('a row of the timeline names who has tipped its feed, the latest first, each once', async () => {
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, feedId)
    await seedEntries(server.storage, feedId, [{}, {}, {}])
    for (const { id } of [ann, ben]) await ensureWallet(on(server.storage), id, NOON)
    for (const [at, from] of [ann, ben, ann].entries()) {
      const gift = {
        from: 'mint',
        to: { claimed: from.id },
        amount: 5n * ONE,
        kind: 'mint',
        key: `gift ${at}`,
      } as const
      await charge(ledgerOf(server.services), gift)
      const sent = {
        to: { feed: feedId },
        amount: ONE,
        kind: 'tip',
        key: `tip ${at}`,
        about: { feedId },
      } as const
      await charge(ledgerOf(server.services), { ...sent, from: { user: from.id } })
    }
    const items = await dataOf<TimelineItem[]>(call(ben, 'POST', '/entries', { feedId }))
    expect(items).toHaveLength(3)
    for (const { feeds } of items) expect(feeds).toMatchObject({ tipUsers: [{ id: ann.id }, { id: ben.id }] })
    expect(JSON.stringify(items)).not.toContain('@example.org')
  })
})

describe('what the calls of the server cost', () => {
  let server: TestServer
  let admin: TestUser
  let ann: TestUser
  let ben: TestUser
  let later = 0
  let shown: Proofs = NOTHING
  const start = async (env: Record<string, string> = {}) => {
    const now = () => Date.now() + later
    const feeds = { proofs: async () => shown }
    server = (await startServerWithPlugins('sqlite', { only: ['power'], now, env, feeds })).server
    admin = await server.signUp('admin')
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
  }
  beforeEach(async () => {
    later = 0
    shown = NOTHING
    await start()
  })
  afterEach(() => server.close())

  const post = (who: TestUser, path: string, body: object = {}, headers = {}) =>
    call(who, 'POST', `/invitations/${path}`, body, headers)

  test('a user pays POWER for a code, one for each week since sign-up', async () => {
    await enrich(server, ann.id, 350n)
    expect(await dataOf(ann.request('/invitations/limitation'))).toBe(0)
    const early = await post(ann, 'new')
    expect([early.status, await codeOf(early)]).toEqual([400, 5000])
    later = 15 * DAY_MS
    expect(await dataOf(ann.request('/invitations/limitation'))).toBe(2)
    const key = { 'idempotency-key': 'one' }
    const made = await dataOf(post(ann, 'new', {}, key))
    expect(await dataOf(post(ann, 'new', {}, key))).toBe(made)
    // The response was lost with its process: the same request returns the same code.
    await server.storage.db.deleteFrom('answered').execute()
    expect(await dataOf(post(ann, 'new', {}, key))).toBe(made)
    expect((await balancesOf(on(server.storage), [ann.id])).get(ann.id)?.total).toBe(250n * ONE)
    const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await post(ann, 'new'))))
    expect(codes.toSorted()).toEqual([0, 5000, 5000])
    expect((await balancesOf(on(server.storage), [ann.id])).get(ann.id)?.total).toBe(150n * ONE)
    later = 29 * DAY_MS
    expect(await codeOf(await post(ann, 'new'))).toBe(0)
    expect(await codeOf(await post(ann, 'new'))).toBe(4002)
  })

  const claim = (who: TestUser, feedId: string) => call(who, 'POST', '/feeds/claim/challenge', { feedId })

  test('what was tipped before comes with the feed, also of feeds that were merged into it, once', async () => {
    const [bob, feedId] = [ben, await seedFeed(server.storage)]
    const merged = await seedFeed(server.storage, { migrateTo: feedId, gone: 1 })
    await ensureWallet(on(server.storage), bob.id, 0)
    await seedEntries(server.storage, feedId, [{}])
    await seedSubscription(server.storage, bob.id, feedId)
    const pay = (feed: string, amount: bigint) =>
      charge(ledgerOf(server.services), {
        from: { user: bob.id },
        to: { feed },
        amount,
        kind: 'tip',
        key: `tip ${feed}`,
      })
    await charge(ledgerOf(server.services), {
      from: 'mint',
      to: { claimed: bob.id },
      amount: 100n * ONE,
      kind: 'airdrop',
      key: 'gift',
    })
    await pay(feedId, 20n * ONE)
    await pay(merged, 40n * ONE)
    shown = { ...NOTHING, challenges: [{ feedId, userIds: [ann.id] }] }
    await Promise.all([1, 2, 3].map(() => claim(ann, feedId)))
    expect((await balancesOf(on(server.storage), [ann.id])).get(ann.id)?.received).toBe(57n * ONE)
    expect(await dataOf(ann.request('/feeds/claim/list'))).toMatchObject([
      { subscriptionCount: 1, tipAmount: 20 },
    ])
    expect((await audit(on(server.storage))).problems).toEqual([])
  })

  test('the current numbers are returned without a session', async () => {
    const data = await dataOf<Record<string, unknown>>(server.request('/status/configs'))
    expect(data).toMatchObject({ DAILY_POWER_SUPPLY: 1000, INVITATION_PRICE: 100 })
    expect(data['LEVEL_PERCENTAGES']).toHaveLength(4)
    expect(data['DAILY_POWER_PERCENTAGES']).toHaveLength(5)
  })

  test('nothing is minted by hand', async () => {
    expect((await call(ben, 'POST', '/admin/mintdscsafr', {})).status).toBe(403)
    expect((await call(admin, 'POST', '/admin/mintdscsafr', {})).status).toBe(422)
  })

  test('where the owner of the server has switched it off, nothing costs anything and there is none', async () => {
    await server.close()
    await start({ POWER: 'off' })
    expect(await dataOf(server.request('/status/configs'))).toMatchObject({
      DAILY_POWER_SUPPLY: 0,
      INVITATION_PRICE: 0,
      PAYMENTS: false,
    })
    for (const path of ['/wallets', '/wallets/ranking', '/wallets/transactions', '/achievement'])
      expect([path, await dataOf(ann.request(path))]).toEqual([path, []])
    expect(await dataOf(ann.request('/wallets/transactions/claim-check'))).toBe(false)
    expect(await refusal(call(ann, 'POST', '/wallets', {}))).toEqual({ status: 400, code: 4001 })
    later = 15 * DAY_MS
    expect(await codeOf(await post(ann, 'new'))).toBe(0)
    const form = { title: 'Space', view: 0 }
    expect(await refusal(call(ben, 'POST', '/lists', { ...form, fee: 4 }))).toEqual({
      status: 400,
      code: 98006,
    })
    const { id: listId } = await dataOf<List>(call(ben, 'POST', '/lists', form))
    await server.storage.db.updateTable('lists').set({ fee: 4 }).where('id', '=', listId).execute()
    expect((await call(ann, 'POST', '/subscriptions', { listId, view: 0 })).status).toBe(200)
    const feedId = await seedFeed(server.storage)
    shown = { ...NOTHING, challenges: [{ feedId, userIds: [ann.id] }] }
    expect((await claim(ann, feedId)).status).toBe(200)
    expect(await dataOf(ann.request('/feeds/claim/list'))).toMatchObject([{ tipAmount: 0 }])
  })
})
