/** POWER moved by many at once: charges a second, beside the bare transaction that writes as many rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ONE } from '../server/ledger/amount.ts'
import { audit } from '../server/ledger/audit.ts'
import { charge } from '../server/ledger/charge.ts'
import { ensureWallet } from '../server/ledger/wallets.ts'
import { openStorage, type Storage } from '../../../src/server/storage/open.ts'
import { createOwnDatabase } from '../../../tests/support/postgres.ts'
import { seedUser } from '../../../tests/support/storage.ts'
import { ledgerOf, on, withTables } from './ledger.ts'
import { judged, type Figure } from '../../../tests/bench/figure.ts'
import { costOf, type Cost } from '../../../tests/bench/usage.ts'

export const name = 'ledger'
export const words = 'charges under contention, and after a long chain (BENCH_CHARGES 1000; PostgreSQL too)'

const CHARGES = Number(process.env['BENCH_CHARGES'] ?? 1000)
const PEOPLE = 20
const AT_ONCE = 16

export async function* figures(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const database = await createOwnDatabase()
  const engines = database.url ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const)
  try {
    for (const engine of engines) {
      const storage = await withTables(
        await openStorage({ url: engine === 'SQLite' ? '' : database.url, dir: folder }),
      )
      try {
        yield* figuresOn(storage, engine)
      } finally {
        await storage.close()
      }
    }
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* figuresOn(storage: Storage, engine: string): AsyncGenerator<Figure> {
  const input = ledgerOf({ storage, now: Date.now })
  const people: string[] = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const user = await seedUser(storage)
    await ensureWallet(on(storage), user, Date.now())
    const mint = {
      from: 'mint',
      to: { user },
      kind: 'mint',
      amount: 1_000_000n * ONE,
      key: `mint ${user}`,
    } as const
    await charge(input, mint)
    people.push(user)
  }
  await sql`create table "bareLedger" (id text primary key, payload text not null)`.execute(storage.db)
  const pay = (at: number, key: string) => {
    const [payer = '', payee = ''] = [people[at % PEOPLE], people[(at + 1 + (at % 7)) % PEOPLE]]
    return charge(input, { from: { user: payer }, to: { user: payee }, amount: ONE, kind: 'tip', key })
  }
  for (const [round, label] of ['', ' after as many'].entries()) {
    const product = await crowd((at) => pay(at, `tip ${round} ${at}`))
    // One transaction, a row for the charge and three for its postings: what any ledger has to write.
    const bare = await crowd((at) =>
      storage.db.transaction().execute(async (db) => {
        for (let row = 0; row < 4; row += 1)
          await sql`insert into "bareLedger" values (${`${round} ${at} ${row}`}, ${'x'.repeat(100)})`.execute(
            db,
          )
      }),
    )
    yield judged({
      bench: name,
      figure: `charges${label}, ${AT_ONCE} at once, ${engine}`,
      product: product.cpu / CHARGES,
      floor: bare.cpu / CHARGES,
      unit: `ms of CPU; ${((1000 * CHARGES) / product.wall).toFixed(0)} charges a second, bare transactions ${((1000 * CHARGES) / bare.wall).toFixed(0)}`,
    })
  }
  const repeated = await crowd((at) => pay(at, `tip 0 ${at}`))
  yield judged({
    bench: name,
    figure: `charges asked for again, ${engine}`,
    product: repeated.cpu / CHARGES,
    unit: `ms of CPU; ${((1000 * CHARGES) / repeated.wall).toFixed(0)} a second`,
  })
  const results = await audit(on(storage))
  yield judged({
    bench: name,
    figure: `faults of the chain afterwards, ${engine}`,
    product: results.problems.length,
    bar: 0,
    unit: 'faults',
  })
}

async function crowd(work: (at: number) => Promise<unknown>): Promise<Cost> {
  let next = 0
  const one = async (): Promise<void> => {
    for (let at = next++; at < CHARGES; at = next++) await work(at)
  }
  return costOf(() => Promise.all(Array.from({ length: AT_ONCE }, one)))
}
