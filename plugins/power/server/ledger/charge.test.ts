import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../../../src/server/storage/open.ts'
import { ledgerOf, on, withTables } from '../../testing/ledger.ts'
import { ONE } from './amount.ts'
import { balancesOf, sumsOf } from './balances.ts'
import { charge, type Transfer } from './charge.ts'
import { ensureWallet } from './wallets.ts'

const NOW = Date.UTC(2026, 4, 1, 12)

describe.each(kinds)('POWER on %s', (kind) => {
  let storage: Storage
  let [ann, bob]: string[] = []
  const pay = (transfer: Transfer, also?: Parameters<typeof charge>[2]) =>
    charge(ledgerOf({ storage, now: () => NOW }), transfer, also)
  const give = (to: string, amount: bigint, key: string) =>
    pay({ from: 'mint', to: { claimed: to }, amount, kind: 'airdrop', key })
  const has = async (id: string) => (await balancesOf(on(storage), [id])).get(id)

  beforeEach(async () => {
    storage = await withTables(await openTestStorage(kind))
    ;[ann, bob] = [await seedUser(storage), await seedUser(storage)]
    await ensureWallet(on(storage), ann, NOW)
    await ensureWallet(on(storage), bob, NOW)
  })
  afterEach(() => storage.close())

  const tip = (amount: bigint, key: string): Transfer => ({
    from: { user: ann ?? '' },
    to: { user: bob ?? '' },
    amount,
    kind: 'tip',
    key,
  })

  test('the payee receives the amount less the tax', async () => {
    await give(ann ?? '', 10n * ONE, 'gift')
    const receipt = await pay(tip(4n * ONE, 'tip'))
    expect(receipt).toMatchObject({ repeated: false, tax: ONE / 5n })
    expect(await has(ann ?? '')).toEqual({ total: 6n * ONE, claimed: 6n * ONE, received: 0n })
    expect((await has(bob ?? ''))?.received).toBe(4n * ONE - ONE / 5n)
    expect((await sumsOf(on(storage), ['tax'])).get('tax')).toBe(ONE / 5n)
  })

  test('no user spends more than their balance, and a refused payment leaves no rows', async () => {
    await give(ann ?? '', ONE, 'gift')
    await expect(pay(tip(ONE + 1n, 'tip'))).rejects.toMatchObject({ text: { key: 'insufficientBalance' } })
    expect((await has(ann ?? ''))?.total).toBe(ONE)
    await expect(pay(tip(ONE, 'tip'))).resolves.toMatchObject({ repeated: false })
  })

  test('the same key moves POWER once, however often and however many at once ask', async () => {
    await give(ann ?? '', 10n * ONE, 'gift')
    const receipts = await Promise.all(Array.from({ length: 20 }, () => pay(tip(ONE, 'once'))))
    expect(new Set(receipts.map(({ hash }) => hash)).size).toBe(1)
    expect(receipts.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect((await has(ann ?? ''))?.total).toBe(9n * ONE)
    await expect(pay(tip(2n * ONE, 'once'))).rejects.toMatchObject({ text: { key: 'invalidParameter' } })
  })

  test('of many payments at once only those that the balance carries go through', async () => {
    await give(ann ?? '', 5n * ONE, 'gift')
    const tries = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => pay(tip(ONE, `tip ${at}`))))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await has(ann ?? ''))?.total).toBe(0n)
  })

  test('a module that fails in its own writes has charged nothing, and one that succeeds writes once', async () => {
    await give(ann ?? '', 10n * ONE, 'gift')
    const written: string[] = []
    await expect(
      pay(tip(ONE, 'list'), async () => {
        throw new Error('the room broke')
      }),
    ).rejects.toThrow('the room broke')
    expect((await has(ann ?? ''))?.total).toBe(10n * ONE)
    for (const _ of [1, 2]) await pay(tip(ONE, 'list'), async (_db, { hash }) => written.push(hash))
    expect(written).toHaveLength(1)
    expect((await has(ann ?? ''))?.total).toBe(9n * ONE)
  })

  test('one needs a wallet to pay and one to be paid', async () => {
    const carl = await seedUser(storage)
    await give(ann ?? '', ONE, 'gift')
    await expect(pay({ ...tip(1n, 'a'), to: { user: carl } })).rejects.toMatchObject({
      text: { key: 'targetWalletError' },
    })
    await expect(pay({ ...tip(1n, 'b'), from: { user: carl } })).rejects.toMatchObject({
      text: { key: 'walletError' },
    })
    await expect(pay(tip(0n, 'c'))).rejects.toMatchObject({ text: { key: 'invalidParameter' } })
  })

  test('a balance of ten thousand million with eighteen decimals is exact', async () => {
    const large = 9_999_999_999n * ONE + 123_456_789_987_654_321n
    await give(ann ?? '', large, 'gift')
    await pay({ from: { user: ann ?? '' }, to: 'burn', amount: 1n, kind: 'burn', key: 'one' })
    expect((await has(ann ?? ''))?.total).toBe(large - 1n)
    expect((await sumsOf(on(storage), ['mint'])).get('mint')).toBe(-large)
  })
})
