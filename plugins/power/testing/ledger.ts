/** The ledger of a server under test. */
import type { Kysely } from 'kysely'
import type { TestServer } from '../../../tests/support/server.ts'
import type { Storage } from '../../../src/server/storage/open.ts'
import { up } from '../migrations/0001-ledger.ts'
import { ONE } from '../server/ledger/amount.ts'
import { charge, type TransferInput } from '../server/ledger/charge.ts'
import { ensureWallet } from '../server/ledger/wallets.ts'
import type { Db, On } from '../server/tables.ts'

/** The tables of the plugin. */
export const on = ({ db, kind }: Pick<Storage, 'db' | 'kind'>): On => ({ db: db as unknown as Db, kind })

/** With the tables of the plugin, which its server makes at its start. */
export async function withTables(storage: Storage): Promise<Storage> {
  await up(storage.db as unknown as Kysely<unknown>)
  return storage
}

export const ledgerOf = (input: {
  readonly storage: Pick<Storage, 'db' | 'kind'>
  readonly now: () => number
}): TransferInput => ({ storage: on(input.storage), now: input.now })

/** The tables of the server, in a transaction of the ledger. */
export const core = (db: Db): Storage['db'] => db as unknown as Storage['db']

/** A wallet with so much that may be spent. @param whole POWER */
export async function enrich(
  { storage, services }: TestServer,
  userId: string,
  whole: bigint,
): Promise<void> {
  await ensureWallet(on(storage), userId, services.now())
  const gift = { from: 'mint', to: { claimed: userId }, kind: 'airdrop', key: `gift ${userId}` } as const
  await charge(ledgerOf(services), { ...gift, amount: whole * ONE })
}
