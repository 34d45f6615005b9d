/** One first account, also where several servers share a library: who makes it holds a row that only one can hold. */
import type { Config } from '../config.ts'
import type { Storage } from '../storage/open.ts'
import { hasNoAccount } from './sign-up.ts'

const NAME = 'first account'
/** Whoever has not made it by then has died. */
const LEASE_MS = 15_000
const LOOK_AGAIN_MS = 100

type On = Pick<Storage, 'db'>

/** Whether being first is worth something: an account without an invitation, or without a trial. */
export const firstCounts = ({ SIGNUP }: Pick<Config, 'SIGNUP'>): boolean =>
  SIGNUP === '' || SIGNUP === 'trial'

/**
 * Waits until it is one's turn to make the first account, or until there is one.
 * @returns gives the turn back; to be called when the account is made, or could not be
 */
export async function lockFirstAccount(
  storage: On,
  now: () => number = Date.now,
): Promise<() => Promise<void>> {
  const nothing = async () => undefined
  for (let look = 0; look < (2 * LEASE_MS) / LOOK_AGAIN_MS; look++) {
    if (!(await hasNoAccount(storage))) return nothing
    const until = await take(storage, now())
    // What was taken after the first account was made is worth nothing: the caller counts again.
    if (until !== null) return () => giveBack(storage, until)
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))
  }
  return nothing
}

/** @returns the value that marks the row as ours, or null while somebody else holds it */
async function take({ db }: On, now: number): Promise<string | null> {
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
