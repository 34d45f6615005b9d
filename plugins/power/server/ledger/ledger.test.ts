import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { PluginRefusal } from '../../../../src/plugin-api/server.ts'
import { core, ledgerOf, on, withTables } from '../../testing/ledger.ts'
import { ensureDay } from '../daily/days.ts'
import type { Storage } from '../../../../src/server/storage/open.ts'
import type { Db } from '../tables.ts'
import { ONE } from './amount.ts'
import { audit } from './audit.ts'
import { balancesOf } from './balances.ts'
import { charge, withLedger, type Transfer } from './charge.ts'
import { ensureWallet } from './wallets.ts'

const NOW = Date.UTC(2026, 4, 1, 12)
const PEOPLE = 5
const now = () => NOW

/** Power cuts: after this many steps each, a statement is not sent, or its result never arrives. */
class Cut extends Error {}
function cutting(): { plugin: KyselyPlugin; arm: (cuts: readonly number[]) => void } {
  let waiting: number[] = []
  const step = () => {
    const [left, ...others] = waiting
    if (left === undefined) return
    waiting = left > 0 ? [left - 1, ...others] : others
    if (left === 0) throw new Cut()
  }
  return {
    arm: (cuts) => (waiting = [...cuts]),
    plugin: {
      transformQuery: ({ node }) => (step(), node),
      transformResult: async ({ result }) => (step(), result),
    },
  }
}

const action = fc.record({
  from: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  amount: fc.oneof(fc.bigInt(1n, 40n * ONE), fc.constantFrom(1n, ONE, 7n * ONE)),
  kind: fc.constantFrom('tip', 'purchase', 'burn', 'withdraw', 'mint', 'held', 'claim') as fc.Arbitrary<
    'tip' | 'purchase' | 'burn' | 'withdraw' | 'mint' | 'held' | 'claim'
  >,
  /** Number of concurrent requests for it. */
  tries: fc.integer({ min: 1, max: 3 }),
})
const work = fc.record({
  actions: fc.array(action, { minLength: 10, maxLength: 30 }),
  cuts: fc.array(fc.nat(60), { maxLength: 10 }),
})
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

function transferOf({ from, to, amount, kind }: Action, key: string, people: readonly string[]): Transfer {
  const [payer, payee] = [people[from] ?? '', people[to] ?? '']
  const plain = { amount, key }
  if (kind === 'mint') return { ...plain, from: 'mint', to: { claimed: payee }, kind: 'mint' }
  if (kind === 'burn') return { ...plain, from: { user: payer }, to: 'burn', kind: 'burn' }
  if (kind === 'held') return { ...plain, from: { user: payer }, to: { feed: 'f' }, kind: 'tip' }
  if (kind === 'claim') return { ...plain, from: { feed: 'f' }, to: { user: payee }, kind: 'withdraw' }
  if (kind === 'withdraw')
    return { ...plain, from: { withdrawable: payer }, to: 'withdrawn', kind: 'withdraw' }
  return { ...plain, from: { user: payer }, to: { user: payee }, kind }
}

async function withPeople(storage: Storage): Promise<string[]> {
  const people: string[] = []
  for (let at = 0; at < PEOPLE; at++) {
    const id = await seedUser(storage)
    people.push(id)
    await ensureWallet(on(storage), id, NOW)
  }
  return people
}

describe.each(kinds)('the ledger on %s', (kind) => {
  test('after thousands of payments, repeated, at once and cut off anywhere, every number is right', async () => {
    const storage = await withTables(await openTestStorage(kind))
    const people = await withPeople(storage)
    const { plugin, arm } = cutting()
    // Three processes on one database; the first one crashes now and then.
    const processes = [plugin, null, null].map((one) => ({
      ...storage,
      db: one ? storage.db.withPlugin(one) : storage.db.withoutPlugins(),
    }))
    let number = 0
    let done = 0
    let cuts = 0
    const run = async (actions: readonly Action[]) => {
      const tried = actions.flatMap((one) => {
        const transfer = transferOf(one, `action ${number++}`, people)
        return Array.from({ length: one.tries }, async (_, at) => {
          try {
            const { repeated } = await charge(
              ledgerOf({ storage: processes[at] ?? storage, now }),
              transfer,
              async (db) => {
                await core(db)
                  .insertInto('jobs')
                  .values({ queue: 'paid', key: transfer.key, payload: '', runAt: 0, attempts: 0, lease: 0 })
                  .execute()
              },
            )
            if (!repeated) done += 1
          } catch (error) {
            if (error instanceof Cut) cuts += 1
            else if (!(error instanceof PluginRefusal)) throw error
          }
        })
      })
      await Promise.all(tried)
    }
    await fc.assert(
      fc.asyncProperty(work, async ({ actions, cuts: next }) => {
        arm(next)
        await run(actions)
        const { problems, minted, burned, supply, transactions } = await audit(on(storage))
        expect(problems).toEqual([])
        expect(supply).toBe(minted - burned)
        const paid = await storage.db.selectFrom('jobs').select('key').execute()
        expect(paid).toHaveLength(transactions)
      }),
      { numRuns: kind === 'sqlite' ? 150 : 40, endOnFailure: true },
    )
    const { transactions } = await audit(on(storage))
    expect(done).toBeGreaterThan(200)
    expect(cuts).toBeGreaterThan(30)
    // A charge that was never acknowledged happened at most once.
    expect(transactions).toBeGreaterThanOrEqual(done)
    for (const balance of (await balancesOf(on(storage), people)).values()) {
      expect(balance.claimed >= 0n && balance.received >= 0n).toBe(true)
      expect(balance.total).toBe(balance.claimed + balance.received)
    }
    await storage.close()
  }, 240_000)

  test('a action of two charges is done whole or not at all', async () => {
    const storage = await withTables(await openTestStorage(kind))
    const [ann = '', bob = ''] = await withPeople(storage)
    const gift = { from: 'mint', to: { claimed: ann }, amount: ONE, kind: 'airdrop', key: 'gift' } as const
    await expect(
      withLedger(ledgerOf({ storage, now }), async (ledger) => {
        await ledger.charge(gift)
        await ledger.charge({
          from: { user: ann },
          to: { user: bob },
          amount: 2n * ONE,
          kind: 'tip',
          key: 'tip',
        })
      }),
    ).rejects.toMatchObject({ text: { key: 'insufficientBalance' } })
    expect(await audit(on(storage))).toMatchObject({ transactions: 0, minted: 0n, problems: [] })
    await storage.close()
  })

  test('a changed, added or removed row is detected', async () => {
    const storage = await withTables(await openTestStorage(kind))
    const [ann = '', bob = ''] = await withPeople(storage)
    const input = ledgerOf({ storage, now })
    for (let at = 0; at < 6; at++) {
      const to = { claimed: at % 2 ? ann : bob }
      await charge(input, { from: 'mint', to, amount: ONE, kind: 'airdrop', key: `gift ${at}` })
    }
    await ensureDay(input)
    expect((await audit(on(storage))).problems).toEqual([])
    const text = async (change: (db: Db) => Promise<unknown>) => {
      let problems: readonly string[] = []
      const undone = input.storage.db.transaction().execute(async (db) => {
        await change(db)
        problems = (await audit({ db, kind: storage.kind })).problems
        throw new Cut()
      })
      await expect(undone).rejects.toBeInstanceOf(Cut)
      return problems.join('; ')
    }
    const mine = { account: `claimed:${ann}` }
    expect(
      await text((db) =>
        db
          .updateTable('powerPostings')
          .set({ whole: 1000 })
          .where('account', '=', mine.account)
          .where('position', '=', 2)
          .execute(),
      ),
    ).toContain('2: changed after it was written')
    expect(
      await text((db) =>
        db.updateTable('powerTransactions').set({ toUserId: bob }).where('position', '=', 2).execute(),
      ),
    ).toContain('2: changed')
    expect(
      await text((db) =>
        db
          .insertInto('powerPostings')
          .values({ position: 3, ...mine, whole: 5, middle: 0, low: 0 })
          .execute(),
      ),
    ).toContain('3: its postings do not sum to zero')
    const take = (from: number) => async (db: Db) => {
      await db.deleteFrom('powerPostings').where('position', '>=', from).execute()
      await db.deleteFrom('powerTransactions').where('position', '>=', from).execute()
    }
    expect(await text(take(6))).toContain('6: missing')
    expect(
      await text(async (db) => {
        await db.deleteFrom('powerPostings').where('position', '=', 3).execute()
        await db.deleteFrom('powerTransactions').where('position', '=', 3).execute()
      }),
    ).toContain('4: does not follow')
    expect((await audit(on(storage))).problems).toEqual([])
    await storage.close()
  })
})
