/**
 * The limits on guessing: passwords, codes, invitations and secrets. Only failed attempts count. They are counted in the
 * database, so that every process on a PostgreSQL shares them, and a row that has run out is taken away each day.
 *
 * An attempt is counted by account and machine, by machine, and by account over all machines. The last one slows a guesser
 * with many addresses; as it would also shut the owner out while an attack lasts, it lets a known device pass (a browser
 * that has signed in before, see accounts/known-device.ts), which has a bucket of its own. Sessions, app passwords and
 * their tokens work all the while, and so do passkeys, providers and the letter for a forgotten password.
 *
 * Long random secrets (app passwords, inbox secrets: about 100 bits) are looked up first, and only a wrong one is counted
 * (`countFailure`): whoever has the right one is never held up by others who guess.
 */
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { releaseAttempt, reserveAttempt, type Bucket } from '../storage/failed-attempts.ts'
import type { Storage } from '../storage/open.ts'
import { Refusal } from './refusal.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** So many failures at once, and one more every `refillMs`. */
type Limit = { readonly burst: number; readonly refillMs: number }

const limits = {
  /** A short secret that somebody chose: a password, six digits, an invitation. */
  chosen: {
    accountAndMachine: { burst: 10, refillMs: MINUTE_MS },
    machine: { burst: 30, refillMs: MINUTE_MS },
    account: { burst: 100, refillMs: 5 * MINUTE_MS },
    knownDevice: { burst: 20, refillMs: MINUTE_MS },
  },
  /** A long random secret: its limits spare work, and show. A program with an old one must not shut out its neighbours. */
  random: {
    accountAndMachine: { burst: 30, refillMs: 10 * SECOND_MS },
    machine: { burst: 60, refillMs: 10 * SECOND_MS },
    account: { burst: 300, refillMs: 10 * SECOND_MS },
    knownDevice: { burst: 60, refillMs: 10 * SECOND_MS },
  },
} satisfies Record<string, Record<string, Limit>>

/** What is guessed, and by whom. */
export type Guess = {
  /** What is guessed at, say `sign-in`: each kind has limits of its own. */
  readonly kind: string
  readonly secret: keyof typeof limits
  /** The address of the machine that guesses (http/peer.ts, or the peer of another protocol). */
  readonly address: string
  /** Whose secret it is, in any form that always names the same account; absent where the guess names nobody. */
  readonly account?: string | undefined
  /** The name of a device that this account has signed in from before; absent for all others. */
  readonly device?: string | undefined
}

type Deps = {
  readonly storage: Storage
  readonly now: () => number
  /** False lets everybody guess. */
  readonly countsGuesses?: boolean | undefined
}

/**
 * Runs an attempt that may fail, unless too many have failed already. Its place is taken beforehand and given back after a
 * success, so that a thousand attempts at the same moment are a thousand.
 * @param failed whether a result is a wrong guess @throws Refusal tooManyAttempts, before anything was tried
 */
export async function limitAttempts<T>(
  { storage, now, countsGuesses = true }: Deps,
  guess: Guess,
  attempt: () => Promise<T>,
  failed: (result: T) => boolean | Promise<boolean>,
): Promise<T> {
  if (!countsGuesses) return attempt()
  const taken: Bucket[] = []
  const giveBack = async () =>
    void (await Promise.all(taken.map((bucket) => releaseAttempt(storage, bucket))))
  for (const bucket of bucketsOf(guess)) {
    if (!(await reserveAttempt(storage, bucket, now()))) {
      await giveBack()
      throw new Refusal('tooManyAttempts')
    }
    taken.push(bucket)
  }
  let wrong = false
  try {
    const result = await attempt()
    wrong = await failed(result)
    return result
  } finally {
    if (!wrong) await giveBack()
  }
}

/** Counts a wrong long secret. @throws Refusal tooManyAttempts, instead of what would be said of a wrong one */
export async function countFailure(
  { storage, now, countsGuesses = true }: Deps,
  guess: Guess,
): Promise<void> {
  if (!countsGuesses) return
  for (const bucket of bucketsOf(guess))
    if (!(await reserveAttempt(storage, bucket, now()))) throw new Refusal('tooManyAttempts')
}

function bucketsOf({ kind, secret, address, account, device }: Guess): Bucket[] {
  const { accountAndMachine, machine, account: ofAccount, knownDevice } = limits[secret]
  const bucket = (limit: Limit, ...names: string[]): Bucket => ({ ...limit, key: keyOf(kind, ...names) })
  const whose = account?.trim().toLowerCase()
  if (whose !== undefined && device !== undefined) return [bucket(knownDevice, 'device', whose, device)]
  const from = machineOf(address)
  if (whose === undefined) return [bucket(machine, 'machine', from)]
  // The machine first: one that is full makes no rows for the names that it tries.
  return [
    bucket(machine, 'machine', from),
    bucket(accountAndMachine, 'both', whose, from),
    bucket(ofAccount, 'account', whose),
  ]
}

/** A digest: what was typed as a name may be a password, and keys have one length. */
const keyOf = (...names: string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('base64url')

/** Whoever has one IPv6 address has the other 2^64 of its network too. */
export function machineOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
