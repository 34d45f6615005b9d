/**
 * The limits on guessing: passwords, codes, invitations and secrets. Only failed attempts count. They are counted
 * in the database, so that all processes on a PostgreSQL share them; expired rows are deleted daily.
 * An attempt is counted by account and address, by address, and by account over all addresses. The last one slows
 * a guesser with many addresses; as it would also lock the owner out during an attack, it lets a known device pass
 * (a browser that has signed in before, accounts/guesses.ts), which has a bucket of its own. Sessions, app
 * passwords and their tokens keep working, and so do passkeys, providers and the password-reset e-mail.
 * Long random secrets (app passwords, inbox secrets: about 100 bits) are looked up first, and only a wrong one is
 * counted (`countFailure`): the owner of the right one is never blocked by the guesses of others.
 */
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { releaseAttempt, reserveAttempt, type Bucket } from '../storage/accounts/failed-attempts.ts'
import type { Storage } from '../storage/open.ts'
import { Refusal } from './refusal.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Failures allowed at once, and one more every `refillMs`. */
type Limit = { readonly burst: number; readonly refillMs: number }

const limits = {
  /** A short secret chosen by a user: a password, six digits, an invitation. */
  chosen: {
    accountAndMachine: { burst: 10, refillMs: MINUTE_MS },
    machine: { burst: 30, refillMs: MINUTE_MS },
    account: { burst: 100, refillMs: 5 * MINUTE_MS },
    knownDevice: { burst: 20, refillMs: MINUTE_MS },
  },
  /** A long random secret: its limits save work. A program with an outdated one must not lock out its neighbours. */
  random: {
    accountAndMachine: { burst: 30, refillMs: 10 * SECOND_MS },
    machine: { burst: 60, refillMs: 10 * SECOND_MS },
    account: { burst: 300, refillMs: 10 * SECOND_MS },
    knownDevice: { burst: 60, refillMs: 10 * SECOND_MS },
  },
} satisfies Record<string, Record<string, Limit>>

/** What is guessed, and by which client. */
export type Guess = {
  /** The kind of secret, for example `sign-in`: each kind has limits of its own. */
  readonly kind: string
  readonly secret: keyof typeof limits
  /** The address of the client (http/peer.ts, or the peer of another protocol). */
  readonly address: string
  /** The account, in any form that always names the same one; absent where the guess names none. */
  readonly account?: string | undefined
  /** The name of a device that this account has signed in from before; absent for all others. */
  readonly device?: string | undefined
}

type Deps = {
  readonly storage: Storage
  readonly now: () => number
  /** False disables the limits. */
  readonly countsGuesses?: boolean | undefined
}

/**
 * Runs an attempt that may fail, unless too many have failed already. Its slot is acquired beforehand and released
 * after a success, so that a thousand simultaneous attempts count as a thousand.
 * @param failed whether a result is a wrong guess @throws Refusal tooManyAttempts, before the attempt runs
 */
export async function limitAttempts<T>(
  { storage, now, countsGuesses = true }: Deps,
  guess: Guess,
  attempt: () => Promise<T>,
  failed: (result: T) => boolean | Promise<boolean>,
): Promise<T> {
  if (!countsGuesses) return attempt()
  const takenBuckets: Bucket[] = []
  const giveBack = async () =>
    void (await Promise.all(takenBuckets.map((bucket) => releaseAttempt(storage, bucket))))
  for (const bucket of bucketsOf(guess)) {
    if (!(await reserveAttempt(storage, bucket, now()))) {
      await giveBack()
      throw tooMany(bucket)
    }
    takenBuckets.push(bucket)
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

/** Counts a wrong long secret. @throws Refusal tooManyAttempts, instead of the call's own refusal */
export async function countFailure(
  { storage, now, countsGuesses = true }: Deps,
  guess: Guess,
): Promise<void> {
  if (!countsGuesses) return
  for (const bucket of bucketsOf(guess))
    if (!(await reserveAttempt(storage, bucket, now()))) throw tooMany(bucket)
}

/** Requests of one machine for pages that anybody may open: at most two a second, after a burst. */
const REQUESTS: Limit = { burst: 120, refillMs: SECOND_MS / 2 }

/** Counts a request, right or wrong. @throws Refusal tooManyAttempts */
export async function limitRequests(
  { storage, now, countsGuesses = true }: Deps,
  { kind, address }: Pick<Guess, 'kind' | 'address'>,
): Promise<void> {
  const bucket = { ...REQUESTS, key: keyOf(kind, 'requests', machineOf(address)) }
  if (countsGuesses && !(await reserveAttempt(storage, bucket, now()))) throw tooMany(bucket)
}

/** A full bucket drains one failure per `refillMs`. */
const tooMany = ({ refillMs }: Bucket): Refusal =>
  new Refusal('tooManyAttempts', undefined, undefined, Math.ceil(refillMs / SECOND_MS))

function bucketsOf({ kind, secret, address, account, device }: Guess): Bucket[] {
  const { accountAndMachine, machine, account: ofAccount, knownDevice } = limits[secret]
  const bucket = (limit: Limit, ...names: string[]): Bucket => ({ ...limit, key: keyOf(kind, ...names) })
  const whose = account?.trim().toLowerCase()
  if (whose !== undefined && device !== undefined) return [bucket(knownDevice, 'device', whose, device)]
  const from = machineOf(address)
  if (whose === undefined) return [bucket(machine, 'machine', from)]
  // The address first: a full one creates no rows for the names that it tries.
  return [
    bucket(machine, 'machine', from),
    bucket(accountAndMachine, 'both', whose, from),
    bucket(ofAccount, 'account', whose),
  ]
}

/** A digest: the name field may contain a password, and keys have one length. */
const keyOf = (...names: string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('base64url')

/** The owner of one IPv6 address also has the other 2^64 of its network. */
export function machineOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
