/** Which requests to the sign-in room guess a secret, whose it is, and which answers say that the guess was wrong. */
import { z } from 'zod'
import { errorCatalogue } from '../../contract/errors.ts'
import { limitAttempts, type Guess } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { findCaller } from './session.ts'

type Asking = {
  /** With all of its body. */
  readonly request: Request
  /** The machine that asks. */
  readonly address: string
  /** Signs the cookies. */
  readonly secret: string
}

/** A request with one of these proves something by a secret. */
const proof = z.union([
  z.object({ password: z.string() }),
  z.object({ currentPassword: z.string() }),
  z.object({ code: z.string() }),
  z.object({ TOTPCode: z.string() }),
  z.object({ token: z.string() }),
])
const named = z.object({ email: z.string() })
const SIGN_IN = /\/sign-in\/email(\?|$)/

/** What the library and our own calls say of a wrong one. */
const WRONG = new Set<unknown>([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
  'INVALID_TOKEN',
  'OTP_HAS_EXPIRED',
  errorCatalogue.invalidTwoFactorCode[0],
  errorCatalogue.invalidPassword[0],
])
const refusedBody = z.object({ code: z.union([z.string(), z.number()]) })
const signedIn = z.object({ token: z.string(), user: z.object({ email: z.string() }) })

/**
 * Lets the sign-in room answer, unless too many guesses have failed. Codes of a second factor are counted by account in
 * the account's own row besides (storage/second-factors.ts), whoever asks.
 * @throws Refusal tooManyAttempts
 */
export async function countGuesses(
  services: Services,
  asking: Asking,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { request, secret } = asking
  if (request.method !== 'POST') return answer()
  const body = await bodyOf(request)
  if (!proof.safeParse(body).success) return answer()
  const guess = await guessOf(services, asking, body)
  const answered = await limitAttempts(services, guess, answer, isWrong)
  const { data } = signedIn.safeParse(await jsonOf(answered))
  if (!data || guess.device !== undefined) return answered
  const marked = new Response(answered.body, answered)
  marked.headers.append('set-cookie', deviceCookie(services.config, secret, data.user.email))
  return marked
}

async function guessOf(
  { storage, now }: Services,
  { request: { headers, url }, address, secret }: Asking,
  body: unknown,
): Promise<Guess> {
  const guess = { kind: 'sign-in', secret: 'chosen', address } as const
  // Elsewhere an e-mail address in the body says nothing of whose password is guessed.
  const { data } = SIGN_IN.test(url) ? named.safeParse(body) : {}
  if (data) return { ...guess, account: data.email, device: knownDevice(headers, secret, data.email) }
  // Whoever is signed in already guesses at the account's own password: apart, as a sign-in knows it by its address.
  const caller = await findCaller(storage, secret, headers, now())
  return { ...guess, kind: 'confirm', account: caller?.id }
}

async function isWrong(answer: Response): Promise<boolean> {
  if (answer.status < 400) return false
  const { data } = refusedBody.safeParse(await jsonOf(answer))
  return WRONG.has(data?.code)
}

const jsonOf = (answer: Response): Promise<unknown> =>
  answer.headers.get('content-type')?.includes('json')
    ? answer
        .clone()
        .json()
        .catch(() => null)
    : Promise.resolve(null)

const bodyOf = (request: Request): Promise<unknown> =>
  request
    .clone()
    .json()
    .catch(() => null)
