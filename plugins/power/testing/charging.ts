/**
 * A process that charges as fast as it can and prints each acknowledged key, for a test to kill.
 * Environment: DATABASE_URL or DATA_DIR; arguments: payer, payee, number of keys, first key.
 */
import { openStorage } from '../../../src/server/storage/open.ts'
import { charge } from '../server/ledger/charge.ts'
import { core, ledgerOf } from './ledger.ts'

const [payer = '', payee = '', count = '0', offset = '0'] = process.argv.slice(2)
const storage = await openStorage({
  url: process.env['DATABASE_URL'] ?? '',
  dir: process.env['DATA_DIR'] ?? '',
})
const work = async (at: number) => {
  const key = `charge ${(at + Number(offset)) % Number(count)}`
  const transfer = {
    from: { user: payer },
    to: { user: payee },
    amount: 10n ** 18n,
    kind: 'tip',
    key,
  } as const
  await charge(ledgerOf({ storage, now: Date.now }), transfer, (db) =>
    core(db)
      .insertInto('jobs')
      .values({ queue: 'charged', key, payload: '', runAt: 0, attempts: 0, lease: 0 })
      .execute(),
  )
  process.stdout.write(`${key}\n`)
}
// A few at once, as in a server.
for (let at = 0; at < Number(count); at += 4) await Promise.allSettled([at, at + 1, at + 2, at + 3].map(work))
await storage.close()
