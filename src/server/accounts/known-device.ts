/**
 * A cookie that says: somebody has signed in to this account from this browser before. It opens nothing. Whoever has it is
 * not held up by the guesses of others (http/rate-limit.ts), so that an attack on an account does not shut its owner out
 * ("device cookies", OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Config } from '../config.ts'

const COOKIE = 'lectern.device'
const YEAR_S = 365 * 86_400

/** @returns the name of the device, where it is known to the account, else undefined @param email in any case */
export function knownDevice(headers: Headers, secret: string, email: string): string | undefined {
  const [name = '', signature = ''] = (parse(headers.get('cookie') ?? '')[COOKIE] ?? '').split('.')
  const wanted = Buffer.from(signatureOf(secret, email, name))
  const given = Buffer.from(signature)
  return name && given.length === wanted.length && timingSafeEqual(given, wanted) ? name : undefined
}

/** The `Set-Cookie` for a browser that has just signed in. */
export function deviceCookie(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  secret: string,
  email: string,
): string {
  const name = randomBytes(12).toString('base64url')
  return serialize(COOKIE, `${name}.${signatureOf(secret, email, name)}`, {
    path: '/api/better-auth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: PUBLIC_URL.startsWith('https:'),
    maxAge: YEAR_S,
  })
}

const signatureOf = (secret: string, email: string, name: string): string =>
  createHmac('sha256', secret).update(`device ${name} ${email.trim().toLowerCase()}`).digest('base64url')
