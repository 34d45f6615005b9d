import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startServerWithPlugins } from '../../../tests/support/plugin-server.ts'
import type { TestUser, TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { secondFactor } from '../../../tests/support/second-factor.ts'
import { codeAt } from '../../../src/server/accounts/codes.ts'
import { ledgerOf, on } from '../testing/ledger.ts'
import type { Transaction, Wallet } from '../wire.ts'
import { dayOf } from './daily/days.ts'
import { ONE } from './ledger/amount.ts'
import { audit } from './ledger/audit.ts'
import { charge } from './ledger/charge.ts'

const DAY_MS = 86_400_000
const ADDRESS = `0x${'ab'.repeat(20)}`

describe.each(kinds)('POWER over the wire on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let bob: TestUser
  let later = 0
  const now = () => Date.now() + later

  beforeEach(async () => {
    later = 0
    server = (await startServerWithPlugins(kind, { only: ['power'], now })).server
    ann = await server.signUp('ann')
    bob = await server.signUp('bob')
  })
  /** After each test the ledger has to be consistent. */
  afterEach(async () => {
    const { problems, supply, minted, burned } = await audit(on(server.storage))
    await server.close()
    if (problems.length > 0 || supply !== minted - burned)
      throw new Error(`The ledger: ${problems.join('; ')}`)
  })

  const post = (who: TestUser, path: string, body: object = {}, headers = {}) =>
    who.request(`/wallets${path}`, { method: 'POST', body, headers })
  const outcome = async (answer: Promise<Response>) => {
    const { status } = await answer
    return [status, ((await (await answer).json()) as { code: number }).code]
  }
  const dataOf = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
  const walletOf = async (who: TestUser, of = who) =>
    (await dataOf<Wallet[]>(who.request(`/wallets?userId=${of.id}`)))[0]
  const open = (who: TestUser) => post(who, '')
  const give = (who: TestUser, amount: bigint, key = `gift ${who.id}`) =>
    charge(ledgerOf(server.services), { from: 'mint', to: { claimed: who.id }, amount, kind: 'airdrop', key })
  /** Puts POWER that may be withdrawn into a wallet. */
  const pay = (from: TestUser, to: TestUser, amount: bigint) =>
    charge(ledgerOf(server.services), {
      from: { user: from.id },
      to: { user: to.id },
      amount,
      kind: 'tip',
      key: `paid ${from.id} ${to.id}`,
    })
  const entryOf = async (owner: TestUser | null) => {
    const feedId = await seedFeed(server.storage, { ownerUserId: owner?.id ?? null })
    const [entryId = ''] = await seedEntries(server.storage, feedId, [{}])
    return { feedId, entryId }
  }

  test('a client without a session cannot see or transfer anything', async () => {
    for (const path of ['', '/ranking', '/transactions', '/transactions/claim-check', '/airdrop', '/audit'])
      expect((await server.request(`/wallets${path}`)).status).toBe(401)
    for (const path of ['', '/transactions/tip', '/transactions/claim_daily', '/transactions/withdraw'])
      expect((await server.request(`/wallets${path}`, { method: 'POST', body: {} })).status).toBe(401)
  })

  test('a reader opens a wallet once, and without one there is none to show', async () => {
    expect(await dataOf(ann.request('/wallets'))).toEqual([])
    expect(await outcome(post(ann, '/refresh'))).toEqual([400, 4001])
    const address = await dataOf<string>(open(ann))
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(await dataOf(open(ann))).toBe(address)
    expect(await outcome(post(ann, '/refresh'))).toEqual([200, 0])
    expect(await walletOf(ann)).toMatchObject({
      userId: ann.id,
      address,
      powerToken: '0',
      cashablePowerToken: '0',
    })
  })

  test('the day is claimed once, also by both spellings at once, and again on the next', async () => {
    expect(await outcome(post(ann, '/transactions/claim_daily'))).toEqual([400, 4001])
    expect(await dataOf(ann.request('/wallets/transactions/claim-check'))).toBe(false)
    await open(ann)
    expect(await dataOf(ann.request('/wallets/transactions/claim-check'))).toBe(true)
    const spellings = ['claim_daily', 'claim-daily', 'claim_daily', 'claim-daily']
    const answers = await Promise.all(
      spellings.map((spelling) => outcome(post(ann, `/transactions/${spelling}`))),
    )
    expect(answers.toSorted()).toEqual([
      [200, 0],
      [400, 4000],
      [400, 4000],
      [400, 4000],
    ])
    expect(await dataOf(ann.request('/wallets/transactions/claim-check'))).toBe(false)
    const wallet = await walletOf(ann)
    // Twenty for every user, and the pool of the highest level for its only member; a twentieth is tax.
    expect(BigInt(wallet?.todayDailyPower ?? 0)).toBe(120n * ONE)
    expect(BigInt(wallet?.dailyPowerToken ?? 0)).toBe(114n * ONE)
    expect(wallet?.cashablePowerToken).toBe('0')
    expect(wallet?.level).toMatchObject({ rank: 1, level: 4, activityPoints: 10 })
    later = DAY_MS
    expect(await outcome(post(ann, '/transactions/claim_daily'))).toEqual([200, 0])
  })

  test('while another process computes the day, a claim has to wait; if that one died it continues', async () => {
    await open(ann)
    await on(server.storage)
      .db.insertInto('powerDays')
      .values({ day: dayOf(now()), startedAt: now(), doneAt: null, headPosition: null, headHash: null })
      .execute()
    expect(await outcome(post(ann, '/transactions/claim_daily'))).toEqual([400, 4005])
    await on(server.storage)
      .db.updateTable('powerDays')
      .set({ startedAt: now() - 61_000 })
      .execute()
    expect(await outcome(post(ann, '/transactions/claim_daily'))).toEqual([200, 0])
  })

  test('a tip goes to the owner of the feed, or waits for one, and shows in both lists', async () => {
    await open(ann)
    await give(ann, 30n * ONE)
    const owned = await entryOf(bob)
    const tip = (entryId: string, amount: bigint, headers = {}) =>
      post(ann, '/transactions/tip', { entryId, amount: String(amount) }, headers)
    expect(await outcome(tip(owned.entryId, ONE))).toEqual([400, 4004])
    await open(bob)
    const key = { 'idempotency-key': 'tip-1' }
    const { transactionHash } = await dataOf<{ transactionHash: string }>(tip(owned.entryId, 10n * ONE, key))
    await server.storage.db.deleteFrom('answered').execute()
    expect(await dataOf(tip(owned.entryId, 10n * ONE, key))).toEqual({ transactionHash })
    expect((await walletOf(ann))?.powerToken).toBe(String(20n * ONE))
    expect((await walletOf(bob))?.cashablePowerToken).toBe(String(10n * ONE - ONE / 2n))

    const current = await entryOf(null)
    expect(await outcome(tip(current.entryId, 20n * ONE + 1n))).toEqual([400, 4002])
    expect(await outcome(tip(current.entryId, 5n * ONE))).toEqual([200, 0])
    expect(await outcome(tip('1', ONE))).toEqual([404, 3000])
    expect(await outcome(tip(current.entryId, 0n))).toEqual([400, 1002])
    expect(
      await outcome(post(ann, '/transactions/tip', { entryId: current.entryId, amount: '1.5' })),
    ).toEqual([400, 1002])
    const mine = await entryOf(ann)
    expect(await outcome(tip(mine.entryId, ONE))).toEqual([400, 4004])

    const list = (who: TestUser, query = '') =>
      dataOf<Transaction[]>(who.request(`/wallets/transactions?${query}`))
    expect((await list(ann)).map(({ type }) => type)).toEqual(['tip', 'tip', 'airdrop'])
    expect(await list(ann, 'type=tip&limit=1')).toMatchObject([
      { toFeedId: current.feedId, toEntryId: current.entryId, toUserId: null, tax: String(ONE / 4n) },
    ])
    expect(await list(bob, `fromOrToUserId=${bob.id}`)).toMatchObject([
      {
        hash: transactionHash,
        fromUser: { id: ann.id },
        toUser: { id: bob.id },
        powerToken: String(10n * ONE),
      },
    ])
    expect(await list(bob, `toFeedId=${current.feedId}`)).toEqual([])
    expect(await list(ann, `createdAfter=${new Date(now() + 1000).toISOString()}`)).toEqual([])
    expect(await outcome(ann.request('/wallets/transactions?createdAfter=soon'))).toEqual([400, 1002])
  })

  test('a private feed that others may not see cannot be tipped', async () => {
    await open(ann)
    await give(ann, ONE)
    const { feedId, entryId } = await entryOf(null)
    await seedSubscription(server.storage, bob.id, feedId, { isPrivate: 1 })
    expect(await outcome(post(ann, '/transactions/tip', { entryId, amount: '1' }))).toEqual([404, 3000])
  })

  test('only what was received leaves, with a code, once', async () => {
    await open(ann)
    await open(bob)
    await give(ann, 20n * ONE)
    await pay(ann, bob, 10n * ONE)
    await give(bob, 20n * ONE)
    const withdraw = (amount: bigint, TOTPCode?: string, headers = {}) =>
      post(bob, '/transactions/withdraw', { amount: String(amount), address: ADDRESS, TOTPCode }, headers)
    expect(await outcome(withdraw(ONE))).toEqual([400, 4008])
    const factor = await secondFactor(server, bob)
    bob = factor.user
    const { key } = factor
    const code = (at = 0) => codeAt(key, Math.floor(now() / 30_000) + at)
    expect(await outcome(withdraw(ONE))).toEqual([400, 4008])
    expect(await outcome(withdraw(ONE, '000000'))).toEqual([400, 4007])
    expect(await outcome(withdraw(10n * ONE, code(-1)))).toEqual([400, 4003])
    const sent = { 'idempotency-key': 'out' }
    expect(await outcome(withdraw(9n * ONE, code(), sent))).toEqual([200, 0])
    await server.storage.db.deleteFrom('answered').execute()
    expect(await outcome(withdraw(9n * ONE, code(), sent))).toEqual([200, 0])
    expect(await walletOf(bob)).toMatchObject({
      cashablePowerToken: String(ONE / 2n),
      dailyPowerToken: String(20n * ONE),
    })
    later = 60_000
    expect(await outcome(withdraw(100n * ONE, code()))).toEqual([400, 4002])
    expect(
      await outcome(post(bob, '/transactions/withdraw', { amount: '1', address: 'here', TOTPCode: code() })),
    ).toEqual([400, 1002])
    expect(await dataOf(bob.request('/wallets/transactions?type=withdraw'))).toMatchObject([
      { comment: ADDRESS },
    ])
  })

  test('above five POWER a user with a second factor needs the code, below not', async () => {
    await open(ann)
    await give(ann, 100n * ONE)
    const factor = await secondFactor(server, ann)
    ann = factor.user
    const { key } = factor
    const { entryId } = await entryOf(null)
    const tip = (amount: bigint, TOTPCode?: string) =>
      outcome(post(ann, '/transactions/tip', { entryId, amount: String(amount), TOTPCode }))
    expect(await tip(5n * ONE)).toEqual([200, 0])
    expect(await tip(5n * ONE + 1n)).toEqual([400, 4008])
    const code = codeAt(key, Math.floor(now() / 30_000))
    expect(await tip(6n * ONE, code)).toEqual([200, 0])
    expect(await tip(6n * ONE, code)).toEqual([400, 4007])
  })

  test('an airdrop is promised by the admin, proved, and taken once', async () => {
    const take = () => outcome(post(bob, '/airdrop'))
    const grant = (who: TestUser, amount = String(3n * ONE)) =>
      post(who, '/airdrops', { userIds: [bob.id, 'nobody'], amount })
    expect(await take()).toEqual([400, 4010])
    expect(await dataOf(bob.request('/wallets/airdrop'))).toBeNull()
    expect(await outcome(grant(bob))).toEqual([403, 1004])
    expect(await dataOf(grant(ann))).toEqual({ granted: 1 })
    expect(await dataOf(grant(ann))).toEqual({ granted: 0 })
    expect(await take()).toEqual([400, 4013])
    const verify = (text: string | null) =>
      outcome(bob.request('/wallets/airdrop', { method: 'PUT', body: { verify: text } }))
    expect(await verify('proof')).toEqual([200, 0])
    expect(await take()).toEqual([400, 4001])
    await open(bob)
    const { db } = on(server.storage)
    await db.updateTable('powerAirdrops').set({ sendingAt: now() }).execute()
    expect(await take()).toEqual([400, 4011])
    await db.updateTable('powerAirdrops').set({ sendingAt: null }).execute()
    const taken = await Promise.all([take(), take(), take()])
    expect(taken.filter(([status]) => status === 200)).toHaveLength(1)
    expect(await take()).toEqual([400, 4012])
    expect((await walletOf(bob))?.dailyPowerToken).toBe(String(3n * ONE))
  })

  test('the ranking names the richest first, and only the admin has the ledger gone through', async () => {
    for (const who of [ann, bob]) await open(who)
    await give(bob, 2n * ONE)
    await give(ann, ONE)
    const ranks = await dataOf<{ userId: string; rank: number; powerToken: string }[]>(
      ann.request('/wallets/ranking'),
    )
    expect(ranks.map(({ userId, rank }) => [userId, rank])).toEqual([
      [bob.id, 1],
      [ann.id, 2],
    ])
    expect(await dataOf<unknown[]>(ann.request('/wallets/ranking?limit=1&offset=1'))).toHaveLength(1)
    expect(await outcome(bob.request('/wallets/audit'))).toEqual([403, 1004])
    expect(await dataOf(ann.request('/wallets/audit'))).toMatchObject({
      transactions: 2,
      minted: String(3n * ONE),
      problems: [],
    })
    expect(await dataOf(ann.request('/wallets/power-price'))).toEqual({ rss3: 0 })
  })
})
