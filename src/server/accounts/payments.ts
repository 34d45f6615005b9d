/** What users pay for. A plugin handles payments; without one nothing costs anything. */
import type { Kysely } from 'kysely'
import type { Payer, Payment, Payments, Receipt } from '../../plugin-api/server.ts'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'

type Database = Kysely<Schema>

export type PaymentsHolder = {
  /** Whether anything costs something on this server. */
  readonly areOn: () => boolean
  /**
   * Charges a user. `also` runs in the same transaction, and not for a repeated key: what it throws makes nothing be paid.
   * @throws Refusal of the payments, twoFactorCodeRequired, invalidTwoFactorCode
   */
  readonly pay: (
    payer: Payer,
    payment: Payment,
    also: (db: Database, receipt: Receipt) => Promise<void>,
  ) => Promise<Receipt>
  /**
   * Pays the new owner of a feed what is held for it.
   * @param transfer makes the user the owner, in the same transaction @returns the ids of the feed and those merged into it
   */
  readonly payOwner: (userId: string, transfer: (db: Database) => Promise<readonly string[]>) => Promise<void>
  /** Services are created before the plugin host, which provides these when it starts. */
  readonly provide: (payments: Payments) => void
}

export function createPayments({ db }: Pick<Storage, 'db'>): PaymentsHolder {
  let current: Payments | null = null
  return {
    areOn: () => current !== null,
    async pay(payer, payment, also) {
      if (current) return current.pay(payer, payment, (on, receipt) => also(on as Database, receipt))
      const free = { hash: null }
      await db.transaction().execute((on) => also(on, free))
      return free
    },
    async payOwner(userId, transfer) {
      if (current) await current.payOwner(userId, (on) => transfer(on as Database))
      else await db.transaction().execute(transfer)
    },
    provide: (payments) => {
      current = payments
    },
  }
}
