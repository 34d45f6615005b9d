/** Verifies what a call needs besides its session, by proof-rules.ts. */
import type { Proof } from '../../contract/proof.ts'
import { limitAttempts } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'
import { passwordHashOf } from '../storage/accounts/accounts.ts'
import type { Storage } from '../storage/open.ts'
import { secondFactorOf } from '../storage/accounts/second-factors.ts'
import type { DemandCode } from './codes.ts'
import type { Passwords } from './passwords.ts'
import { proofRules, RECENT_MS, type ProofRule, type ProvedCall } from './proof-rules.ts'
import { hasBearer, sessionBeganAt } from './session.ts'

export type ProofRequest = {
  readonly userId: string
  /** When the session began, ms since 1970. */
  readonly signedInAt: number
  /**
   * The session came as a bearer token, which no page can make a browser send. Such a request passes without a
   * password after a recent sign-in, for programs that support nothing else. A code is required in any case.
   */
  readonly isBearer: boolean
  readonly proof: Proof
}

type Deps = {
  readonly storage: Storage
  readonly passwords: Passwords
  readonly now: () => number
  readonly demandCode: DemandCode
}

/**
 * Lets a guarded call pass, or reports what it needs.
 * @throws Refusal twoFactorCodeRequired, invalidTwoFactorCode, passwordRequired, invalidPassword,
 * recentSignInRequired
 */
export async function requireProof(
  { storage, passwords, now, demandCode }: Deps,
  call: ProvedCall,
  { userId, signedInAt, isBearer, proof }: ProofRequest,
): Promise<void> {
  const rule: ProofRule = proofRules[call]
  if (rule === 'password' || rule === 'code') return
  if (await secondFactorOf(storage, userId)) return demandCode(proof.TOTPCode)
  const isRecent = now() - signedInAt < RECENT_MS
  if (isRecent && !hasProof(proof) && (rule === 'unlessRecent' || isBearer)) return
  const hash = await passwordHashOf(storage, userId)
  if (hash === null && isRecent) return
  if (hash === null) throw new Refusal('recentSignInRequired')
  if (!proof.password) throw new Refusal('passwordRequired')
  if (!(await passwords.verify({ hash, password: proof.password }))) throw new Refusal('invalidPassword')
}

/** Verifies the proof of a contract call, by proof-rules.ts; wrong ones are counted. */
export type RequireProof = (
  call: ProvedCall,
  request: { readonly userId: string; readonly headers: Headers; readonly address: string },
  proof: Proof,
) => Promise<void>

/** @param deps.secret signs the cookies */
export const createRequireProof =
  (deps: {
    readonly storage: Storage
    readonly passwords: Passwords
    readonly now: () => number
    /** False disables the limit on guesses, for tests. */
    readonly countsGuesses?: boolean
    readonly secret: string
    readonly codes: (userId: string) => DemandCode
  }): RequireProof =>
  async (call, { userId, headers, address }, proof) => {
    const { storage, secret } = deps
    const request: ProofRequest = {
      userId,
      signedInAt: (await sessionBeganAt(storage, secret, headers)) ?? 0,
      isBearer: hasBearer(headers, secret),
      proof,
    }
    // A wrong proof is a result here, so that it can be counted; other errors are thrown.
    const attempt = () =>
      requireProof({ ...deps, demandCode: deps.codes(userId) }, call, request).then(() => null, wrongProof)
    // Counted with those of sign-in (guesses.ts): it is the same password.
    const guess = { kind: 'confirm', secret: 'chosen', address, account: userId } as const
    const wrong = await (hasProof(proof)
      ? limitAttempts(deps, guess, attempt, (result) => result !== null)
      : attempt())
    if (wrong) throw wrong
  }

/** @returns the refusal of a wrong proof @throws any other error */
function wrongProof(thrown: unknown): Refusal {
  const isWrong =
    thrown instanceof Refusal && (thrown.key === 'invalidPassword' || thrown.key === 'invalidTwoFactorCode')
  if (!isWrong) throw thrown
  return thrown
}

const hasProof = ({ password, TOTPCode }: Proof): boolean => password !== undefined || TOTPCode !== undefined
