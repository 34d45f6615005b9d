import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { createOwnDatabase } from '../../../../tests/support/postgres.ts'
import { seedUser } from '../../../../tests/support/storage.ts'
import { openStorage } from '../../../../src/server/storage/open.ts'
import { ledgerOf, on, withTables } from '../../testing/ledger.ts'
import { ONE } from './amount.ts'
import { audit } from './audit.ts'
import { balancesOf } from './balances.ts'
import { charge } from './charge.ts'
import { ensureWallet } from './wallets.ts'

const PROGRAM = join(import.meta.dirname, '../../testing/charging.ts')
/** More charges than the payer can pay for. */
const CHARGES = 240
const FUNDS = 200n
/** A real PostgreSQL serves several processes; tested when the environment names one. */
const engines = process.env['LECTERN_TEST_DATABASE_URL']
  ? (['sqlite', 'postgres'] as const)
  : (['sqlite'] as const)

/** Runs the program, kills it after this many acknowledged charges. @returns the acknowledged keys */
async function charging(
  args: readonly string[],
  env: Record<string, string>,
  killAfter: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const received: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    received.push(line)
    if (received.length === killAfter) child.kill('SIGKILL')
  }
  await ended
  return received
}

describe.each(engines)('processes that charge on %s', (engine) => {
  test('killed again and again they lose nothing acknowledged, and charge nothing twice', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lectern-power-'))
    const database = await createOwnDatabase(engine === 'sqlite' ? '' : undefined)
    const env = { DATABASE_URL: database.url, DATA_DIR: dir }
    const open = async () => withTables(await openStorage({ url: database.url, dir }))
    const first = await open()
    const [ann, bob] = [await seedUser(first), await seedUser(first)]
    for (const id of [ann, bob]) await ensureWallet(on(first), id, 1)
    const gift = { from: 'mint', to: { claimed: ann }, amount: FUNDS * ONE, kind: 'airdrop' } as const
    await charge(ledgerOf({ storage: first, now: Date.now }), { ...gift, key: 'gift' })
    await first.close()

    const acknowledged = new Set<string>()
    for (const killAfter of [1, 9, 30, 55, Infinity]) {
      const offsets = engine === 'sqlite' ? [0] : [0, 80, 160]
      const all = await Promise.all(
        offsets.map((offset) => charging([ann, bob, String(CHARGES), String(offset)], env, killAfter)),
      )
      for (const key of all.flat()) acknowledged.add(key)
    }

    const storage = await open()
    const keys = await on(storage).db.selectFrom('powerTransactions').select('key').execute()
    const done = new Set(keys.map(({ key }) => key).filter((key) => key !== 'gift'))
    expect([...acknowledged].filter((key) => !done.has(key))).toEqual([])
    // All POWER has been spent once, and the row of each action exists with its charge.
    expect(done.size).toBe(Number(FUNDS))
    expect((await balancesOf(on(storage), [ann])).get(ann)?.total).toBe(0n)
    const rows = await storage.db.selectFrom('jobs').select('key').where('queue', '=', 'charged').execute()
    expect(new Set(rows.map(({ key }) => key))).toEqual(done)
    const { problems, supply, minted, burned } = await audit(on(storage))
    expect(problems).toEqual([])
    expect(supply).toBe(minted - burned)
    await storage.close()
    await database.drop()
    rmSync(dir, { recursive: true })
  }, 120_000)
})
