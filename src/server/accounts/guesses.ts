/** Which sign-in requests guess a secret, whose secret it is, and which responses mean that the guess was wrong. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parse, serialize } from 'hono/utils/cookie'
import { errorCatalogue } from '../../contract/errors.ts'
import { limitAttempts, type Guess } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'
import type { Config } from '../config.ts'
import { basePathOf } from '../http/base-path.ts'
import { AUTH_PATH } from './auth-path.ts'
import { findCaller } from './session.ts'

/**
 * A cookie that marks a browser from which an account has been signed in to before. It grants no access. Its
 * holder is not affected by the failed guesses of others (http/rate-limit.ts), so that an attack does not lock the
 * owner out ("device cookies", OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 */
const COOKIE = 'lectern.device'
const YEAR_S = 365 * 86_400

/** @returns the name of the device if it belongs to the account, else undefined @param email in any case */
function knownDevice(headers: Headers, secret: string, email: string): string | undefined {
  const [name = '', signature = ''] = (parse(headers.get('cookie') ?? '')[COOKIE] ?? '').split('.')
  const expected = Buffer.from(signatureOf(secret, email, name))
  const actual = Buffer.from(signature)
  return name && actual.length === expected.length && timingSafeEqual(actual, expected) ? name : undefined
}

/** The `Set-Cookie` for a browser that has just signed in. */
function deviceCookie(config: Pick<Config, 'PUBLIC_URL'>, secret: string, email: string): string {
  const name = randomBytes(12).toString('base64url')
  return serialize(COOKIE, `${name}.${signatureOf(secret, email, name)}`, {
    path: basePathOf(config) + AUTH_PATH,
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.PUBLIC_URL.startsWith('https:'),
    maxAge: YEAR_S,
  })
}

const signatureOf = (secret: string, email: string, name: string): string =>
  createHmac('sha256', secret).update(`device ${name} ${email.trim().toLowerCase()}`).digest('base64url')

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
