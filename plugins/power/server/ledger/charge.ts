/** The only way to move POWER. Every module that moves POWER calls `charge`. */
import { sql } from 'kysely'
import PQueue from 'p-queue'
import type { Db, On, PowerKind, PowerTransactionRow } from '../tables.ts'
import { toDigits } from './amount.ts'
import { sumsOf } from './balances.ts'
import { GENESIS, hashOf, type Posting } from './chain.ts'
import { holderOf, MINT, payingAccounts, receivingAccount, TAX, type AccountPair } from './account-pair.ts'
import { refused } from './refused.ts'
import { taxOn } from './rules.ts'

export type Transfer = {
  readonly from: AccountPair
  readonly to: AccountPair
  /** 10^-18 POWER, above 0; tax is taken out of it. */
  readonly amount: bigint
  readonly kind: PowerKind
  /** Idempotency key, e.g. `list:<id>:<user>`: the same key is never charged twice. */
  readonly key: string
  /** The subject of the transfer. */
  readonly about?: {
    readonly feedId?: string
    readonly listId?: string
    readonly entryId?: string
    readonly instanceId?: string
    readonly comment?: string
  }
}

export type Receipt = {
  readonly hash: string
  /** ms since 1970 */
  readonly createdAt: number
  readonly tax: bigint
  /** True when this key was charged before and nothing was moved now. */
  readonly repeated: boolean
}

/** Dependencies of the ledger. */
export type TransferInput = { readonly storage: On; readonly now: () => number }

/** The advisory lock for appends to the chain, the same in every process. */
const LEDGER_LOCK = 4_310_002
const queues = new WeakMap<object, PQueue>()

/** The locked ledger: nothing else appends to it, so reads stay valid until the work ends. */
export type Ledger = {
  /** The transaction: writes with it are committed or rolled back with the charges. */
  readonly db: Db
  readonly kind: On['kind']
  readonly charge: (transfer: Transfer) => Promise<Receipt>
}

/**
 * Moves POWER once.
 * @param also further writes in the same transaction; not executed for a repeated key
 * @throws Refusal walletError, targetWalletError, insufficientBalance, or the error of `also`; then everything is rolled back
 */
export function charge(
  input: TransferInput,
  transfer: Transfer,
  also?: (db: Db, receipt: Receipt) => Promise<unknown>,
): Promise<Receipt> {
  return withLedger(input, async ({ db, charge: move }) => {
    const receipt = await move(transfer)
    if (!receipt.repeated) await also?.(db, receipt)
    return receipt
  })
}

/** For several charges, or a payee that must be read under the lock. All or nothing. */
export function withLedger<T>(
  { storage, now }: TransferInput,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  return queueCharge(storage, () =>
    storage.db.transaction().execute(async (db) => {
      const on = { db, kind: storage.kind }
      await lockLedger(on)
      return work({ ...on, charge: (transfer) => chargeOn(on, transfer, now()) })
    }),
  )
}

async function chargeOn(on: On, transfer: Transfer, now: number): Promise<Receipt> {
  if (transfer.amount <= 0n) throw refused('invalidParameter', 'amount: more than 0')
  return (await receiptByKey(on, transfer)) ?? append(on, transfer, now)
}

/** Held until the transaction ends, so that later reads stay valid until the commit. */
async function lockLedger({ db, kind }: On): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LEDGER_LOCK)})`.execute(db)
}

/** The receipt of an earlier transfer. @throws Refusal when its key was used for something else */
export async function receiptByKey({ db }: On, { key, kind, amount }: Transfer): Promise<Receipt | null> {
  const row = await db
    .selectFrom('powerTransactions')
    .select(['hash', 'createdAt', 'tax', 'kind', 'amount'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (row.kind !== kind || row.amount !== String(amount))
    throw refused('invalidParameter', 'This key was used for another payment.')
  return { hash: row.hash, createdAt: row.createdAt, tax: BigInt(row.tax), repeated: true }
}

async function append(on: On, transfer: Transfer, createdAt: number): Promise<Receipt> {
  const tax = taxOn(transfer.kind, transfer.amount)
  await refuseWithoutWallet(on, transfer)
  const postings = await postingsOf(on, transfer, tax)
  const head = await headOf(on)
  const row = {
    ...described(transfer, tax),
    position: head.position + 1,
    previousHash: head.hash,
    createdAt,
  }
  const hash = hashOf(row, postings)
  await on.db
    .insertInto('powerTransactions')
    .values({ ...row, hash })
    .execute()
  await on.db
    .insertInto('powerPostings')
    .values(postings.map(({ account, amount }) => ({ position: row.position, account, ...toDigits(amount) })))
    .execute()
  return { hash, createdAt, tax, repeated: false }
}

function described({ from, to, amount, kind, key, about = {} }: Transfer, tax: bigint) {
  const toFeed = typeof to === 'object' && 'feed' in to ? to.feed : null
  return {
    key,
    kind,
    amount: String(amount),
    tax: String(tax),
    fromUserId: holderOf(from),
    toUserId: holderOf(to),
    toFeedId: about.feedId ?? toFeed,
    toListId: about.listId ?? null,
    toEntryId: about.entryId ?? null,
    toRSSHubId: about.instanceId ?? null,
    comment: about.comment ?? null,
  } satisfies Partial<PowerTransactionRow>
}

/** The end of the chain. */
export async function headOf({ db }: On): Promise<{ position: number; hash: string }> {
  const head = await db
    .selectFrom('powerTransactions')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? { position: 0, hash: GENESIS }
}

async function refuseWithoutWallet({ db }: On, { from, to }: Transfer): Promise<void> {
  const [payer, payee] = [holderOf(from), holderOf(to)]
  if (payer !== null && payer === payee) throw refused('targetWalletError', 'This is your own wallet.')
  const userIds = [payer, payee].filter((id) => id !== null)
  if (userIds.length === 0) return
  const rows = await db.selectFrom('wallets').select('userId').where('userId', 'in', userIds).execute()
  const has = (id: string | null) => id === null || rows.some(({ userId }) => userId === id)
  if (!has(payer)) throw refused('walletError', 'There is no wallet yet.')
  if (!has(payee)) throw refused(payer === null ? 'walletError' : 'targetWalletError')
}

/** Postings sum to zero; the tax is part of the amount. */
async function postingsOf(on: On, { from, to, amount }: Transfer, tax: bigint): Promise<Posting[]> {
  const postings =
    from === 'mint' ? new Map([[MINT, -amount]]) : await debits(on, payingAccounts(from), amount)
  const add = (account: string, more: bigint) => postings.set(account, (postings.get(account) ?? 0n) + more)
  add(receivingAccount(to), amount - tax)
  if (tax > 0n) add(TAX, tax)
  return [...postings].map(([account, sum]) => ({ account, amount: sum }))
}

/** Debits accounts in order. @throws Refusal insufficientBalance when their sum is too small */
async function debits(on: On, accounts: readonly string[], amount: bigint): Promise<Map<string, bigint>> {
  const sums = await sumsOf(on, accounts)
  const postings = new Map<string, bigint>()
  let remaining = amount
  for (const account of accounts) {
    const has = sums.get(account) ?? 0n
    const part = has < remaining ? has : remaining
    if (part > 0n) postings.set(account, -part)
    remaining -= part
  }
  if (remaining > 0n) throw refused('insufficientBalance')
  return postings
}

/** Runs the work after all earlier work of this process has settled: a queued charge holds no connection. */
function queueCharge<T>({ db }: On, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? new PQueue({ concurrency: 1 })
  queues.set(db, queue)
  return queue.add(work)
}
