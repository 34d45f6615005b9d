/** Creates exactly one first account, even if several servers share a database: the creator holds a lease row. */
import type { Config } from '../config.ts'
import type { Storage } from '../storage/open.ts'
import { hasNoAccount } from './sign-up.ts'

const NAME = 'first account'
/** A creator that takes longer counts as dead. */
const LEASE_MS = 15_000
const POLL_MS = 100

type On = Pick<Storage, 'db'>

/** Whether being first matters: an account without an invitation, or without a trial. */
export const firstCounts = ({ SIGNUP }: Pick<Config, 'SIGNUP'>): boolean => SIGNUP !== 'open'

/**
 * Waits for the lease of the first account, or until an account exists.
 * @returns releases the lease; call it when the account was created, or creation failed
 */
export async function lockFirstAccount(
  storage: On,
  now: () => number = Date.now,
): Promise<() => Promise<void>> {
  const noop = async () => undefined
  for (let attempt = 0; attempt < (2 * LEASE_MS) / POLL_MS; attempt++) {
    if (!(await hasNoAccount(storage))) return noop
    const until = await acquireLease(storage, now())
    // A lease acquired after the first account exists is useless: the caller counts again.
    if (until !== null) return () => giveBack(storage, until)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
  return noop
}

/** @returns the value that marks the row as ours, or null while another process holds the lease */
async function acquireLease({ db }: On, now: number): Promise<string | null> {
  const value = `${now + LEASE_MS} ${Math.random()}`
  const written = await db
    .insertInto('serverKeys')
    .values({ name: NAME, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }).where('serverKeys.value', '<', String(now)))
    .executeTakeFirst()
  return written.numInsertedOrUpdatedRows ? value : null
}

async function giveBack({ db }: On, value: string): Promise<void> {
  await db.deleteFrom('serverKeys').where('name', '=', NAME).where('value', '=', value).execute()
}
