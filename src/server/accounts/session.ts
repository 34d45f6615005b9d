/** Resolves the caller of a request from a cookie or a bearer token. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Caller } from '../http/routes.ts'
import type { Storage } from '../storage/open.ts'
import { prepared } from '../storage/engine/prepared.ts'
import { storedToken } from './hashed-sessions.ts'

/** Names of the session's cookie, without HTTPS and with it. */
export const SESSION_COOKIES = ['better-auth.session_token', '__Secure-better-auth.session_token'] as const

/**
 * One join instead of better-auth's getSession, which costs a dozen times as much and would extend the session on
 * every call. Nothing is cached: a revoked session is refused by the next call.
 * @param secret signs the cookies
 */
export async function findCaller(
  { db }: Storage,
  secret: string,
  headers: Headers,
  now: number,
): Promise<Caller | null> {
  const token = bearerToken(headers, secret) ?? cookieToken(headers, secret)
  if (token === null) return null
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'user.id',
      'user.admin',
      'user.role',
      'user.deleted',
      'session.expiresAt',
      'session.id as sessionId',
    ])
    .where('session.token', '=', storedToken(token))
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!row || row.deleted || new Date(row.expiresAt).getTime() <= now) return null
  const role = row.role === 'trial' ? 'trial' : 'user'
  return { id: row.id, admin: Boolean(row.admin), role, sessionId: row.sessionId }
}

/** When the session of a request began, ms since 1970; null without one. */
export async function sessionBeganAt(
  { db }: Storage,
  secret: string,
  headers: Headers,
): Promise<number | null> {
  const token = bearerToken(headers, secret) ?? cookieToken(headers, secret)
  if (token === null) return null
  const row = await db
    .selectFrom('session')
    .select('createdAt')
    .where('token', '=', storedToken(token))
    .executeTakeFirst()
  return row ? new Date(row.createdAt).getTime() : null
}

/** Whether the session of a request came as a bearer token, not as a cookie. */
export const hasBearer = (headers: Headers, secret: string): boolean => bearerToken(headers, secret) !== null

/** Marks for better-auth's hooks that the session came as a bearer token; a value sent by the client is removed. */
export const BEARER_HEADER = 'x-lectern-bearer'

/**
 * Moves the session of a bearer token to where better-auth looks for one. Its own plugin does so only after the
 * before-hooks, which would then judge one session while the call acts for another.
 */
export async function bearerAsCookie(headers: Headers, secret: string): Promise<void> {
  headers.delete(BEARER_HEADER)
  const token = bearerToken(headers, secret)
  headers.delete('authorization')
  if (token === null) return
  await replaceSession(headers, token, secret)
  headers.set(BEARER_HEADER, '1')
}

/** Replaces the session of a request. @returns the value of its cookie */
export async function replaceSession(headers: Headers, token: string, secret: string): Promise<string> {
  const { setRequestCookie } = await import('better-auth/cookies')
  const value = signed(token, secret)
  for (const name of SESSION_COOKIES) setRequestCookie(headers, name, value)
  return value
}

function cookieToken(headers: Headers, secret: string): string | null {
  const cookies = parse(headers.get('cookie') ?? '')
  const signed = SESSION_COOKIES.map((name) => cookies[name]).find(Boolean)
  return signed ? verified(signed, secret) : null
}

/** API clients send the bare token of the sign-in response, or the signed one of the set-auth-token header. */
function bearerToken(headers: Headers, secret: string): string | null {
  const [, token] = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (!token) return null
  return token.includes('.') ? verified(decoded(token), secret) : token
}

/** better-auth signs as `value.signature`: HMAC SHA-256 in base64. */
function verified(signed: string, secret: string): string | null {
  const dot = signed.lastIndexOf('.')
  const value = signed.slice(0, dot)
  const actual = Buffer.from(signed.slice(dot + 1), 'base64')
  const expected = signatureOf(value, secret)
  return dot > 0 && actual.length === expected.length && timingSafeEqual(actual, expected) ? value : null
}

const signed = (value: string, secret: string): string =>
  `${value}.${signatureOf(value, secret).toString('base64')}`

const signatureOf = (value: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(value).digest()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
