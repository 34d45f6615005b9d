/** Which sign-in requests guess a secret, whose secret it is, and which responses mean that the guess was wrong. */
import { z } from 'zod'
import { errorCatalogue } from '../../contract/errors.ts'
import { limitAttempts, type Guess } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { findCaller } from './session.ts'

type Asking = {
  /** With its full body. */
  readonly request: Request
  /** The address of the client. */
  readonly address: string
  /** Signs the cookies. */
  readonly secret: string
}

/** A request with one of these fields proves something by a secret. */
const proof = z.union([
  z.object({ password: z.string() }),
  z.object({ currentPassword: z.string() }),
  z.object({ code: z.string() }),
  z.object({ TOTPCode: z.string() }),
  z.object({ token: z.string() }),
])
const named = z.object({ email: z.string() })
const SIGN_IN = /\/sign-in\/email(\?|$)/

/** The error codes of better-auth and of our own calls for a wrong secret. */
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
 * Forwards a sign-in request, unless too many guesses have failed. Second-factor codes are also counted per
 * account, in the account's own row (storage/second-factors.ts).
 * @throws Refusal tooManyAttempts
 */
export async function countGuesses(
  services: Services,
  asking: Asking,
  respond: () => Promise<Response>,
): Promise<Response> {
  const { request, secret } = asking
  if (request.method !== 'POST') return respond()
  const body = await bodyOf(request)
  if (!proof.safeParse(body).success) return respond()
  const guess = await guessOf(services, asking, body)
  const response = await limitAttempts(services, guess, respond, isWrong)
  const { data } = signedIn.safeParse(await jsonOf(response))
  if (!data || guess.device !== undefined) return response
  const marked = new Response(response.body, response)
  marked.headers.append('set-cookie', deviceCookie(services.config, secret, data.user.email))
  return marked
}

async function guessOf(
  { storage, now }: Services,
  { request: { headers, url }, address, secret }: Asking,
  body: unknown,
): Promise<Guess> {
  const guess = { kind: 'sign-in', secret: 'chosen', address } as const
  // In other calls an e-mail address in the body does not say whose password is guessed.
  const { data } = SIGN_IN.test(url) ? named.safeParse(body) : {}
  if (data) return { ...guess, account: data.email, device: knownDevice(headers, secret, data.email) }
  // A signed-in user guesses at the account's own password. Counted separately, since a sign-in names it by
  // address.
  const caller = await findCaller(storage, secret, headers, now())
  return { ...guess, kind: 'confirm', account: caller?.id }
}

async function isWrong(response: Response): Promise<boolean> {
  if (response.status < 400) return false
  const { data } = refusedBody.safeParse(await jsonOf(response))
  return WRONG.has(data?.code)
}

const jsonOf = (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.includes('json')
    ? response
        .clone()
        .json()
        .catch(() => null)
    : Promise.resolve(null)

const bodyOf = (request: Request): Promise<unknown> =>
  request
    .clone()
    .json()
    .catch(() => null)
