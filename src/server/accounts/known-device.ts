/**
 * A cookie that marks a browser from which an account has been signed in to before. It grants no access. Its
 * holder is not affected by the failed guesses of others (http/rate-limit.ts), so that an attack does not lock the
 * owner out ("device cookies", OWASP: Slow Down Online Guessing Attacks with Device Cookies).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Config } from '../config.ts'
import { basePathOf } from '../http/base-path.ts'
import { AUTH_PATH } from './auth-path.ts'

const COOKIE = 'lectern.device'
const YEAR_S = 365 * 86_400

/** @returns the name of the device if it belongs to the account, else undefined @param email in any case */
export function knownDevice(headers: Headers, secret: string, email: string): string | undefined {
  const [name = '', signature = ''] = (parse(headers.get('cookie') ?? '')[COOKIE] ?? '').split('.')
  const expected = Buffer.from(signatureOf(secret, email, name))
  const actual = Buffer.from(signature)
  return name && actual.length === expected.length && timingSafeEqual(actual, expected) ? name : undefined
}

/** The `Set-Cookie` for a browser that has just signed in. */
export function deviceCookie(config: Pick<Config, 'PUBLIC_URL'>, secret: string, email: string): string {
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
