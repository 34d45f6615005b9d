/**
 * Sign-in by a proxy that has authenticated the user (forward authentication): it names the user's address in a header,
 * which is trusted only from the networks of FORWARD_AUTH_PROXIES.
 */
import type { MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { basePathOf } from '../http/base-path.ts'
import { inNetworks, peerAddress, socketAddress } from '../http/peer.ts'
import type { Services } from '../http/routes.ts'
import {
  createForwardedUser,
  forwardedUser,
  linkForwardedUser,
  userByEmail,
} from '../storage/accounts/forwarded-users.ts'
import type { Auth, CreateAuth } from './auth.ts'
import { findCaller, hasBearer, replaceSession } from './session.ts'
import { ensureAdmin } from './sign-up.ts'

/** `create` creates better-auth. */
type Parts = { readonly secret: string; readonly create: CreateAuth }
/** Shown in the list of sessions. */
type Device = { readonly ipAddress: string; readonly userAgent: string }

const emailAddress = z.email().max(254)
/** Requests that arrive together without a cookie share a session. */
const SHARED_MS = 2000

/**
 * Requests of a named user get a session of that user, in place of any other's; a bearer token has precedence. The first
 * request of a user creates the account, whatever SIGNUP says. An account that already has the address is linked by a
 * session in it, never by the address alone.
 */
export function signInForwarded(services: Services, { secret, create }: Parts): MiddlewareHandler {
  const { storage, config, log, now } = services
  const recent = new Map<string, Promise<string>>()
  let created: Promise<Awaited<Auth['$context']>> | null = null
  const authContext = () => (created ??= create({ passkeys: false }).then(({ $context }) => $context))

  /** @returns the token of a session of this user */
  const shareSession = (userId: string, device: Device): Promise<string> => {
    const existing = recent.get(userId)
    if (existing) return existing
    const session = authContext()
      .then(({ internalAdapter }) => internalAdapter.createSession(userId, false, device))
      .then(({ token }) => token)
    recent.set(userId, session)
    setTimeout(() => recent.delete(userId), SHARED_MS).unref()
    return session
  }
  /** @returns null where the address belongs to an account that is not linked */
  const userFor = async (email: string, callerId: string | undefined): Promise<string | null> => {
    const known = await forwardedUser(storage, email)
    if (known) return known
    const owner = await userByEmail(storage, email)
    if (owner === null) {
      if (await createForwardedUser(storage, email, services)) await ensureAdmin(storage)
      // Of two processes one creates the account.
      return forwardedUser(storage, email)
    }
    if (owner !== callerId) return null
    await linkForwardedUser(storage, { email, userId: owner }, services)
    return owner
  }
  return async (context, next) => {
    const { headers } = context.req.raw
    // Not for the page's scripts and pictures.
    if (!context.req.path.startsWith('/api/') && !headers.get('accept')?.includes('text/html')) return next()
    const named = headers.get(config.FORWARD_AUTH_HEADER)?.trim().toLowerCase()
    if (
      !named ||
      hasBearer(headers, secret) ||
      !inNetworks(socketAddress(context.env), config.FORWARD_AUTH_PROXIES)
    )
      return next()
    const parsed = emailAddress.safeParse(named)
    if (!parsed.success) {
      log.warn('The header of FORWARD_AUTH_HEADER contains no e-mail address', { named })
      return next()
    }
    const caller = await findCaller(storage, secret, headers, now())
    const userId = await userFor(parsed.data, caller?.id)
    if (userId === null) {
      log.warn('The account of this address is not linked: sign in to it once', { email: parsed.data })
      return next()
    }
    if (caller?.id === userId) return next()
    const device = {
      ipAddress: peerAddress(context, config),
      userAgent: headers.get('user-agent') ?? '',
    }
    const token = await shareSession(userId, device).catch((cause: unknown) => {
      log.warn('A user whom the proxy names cannot sign in', { email: parsed.data, cause })
      return null
    })
    if (token === null) return next()
    const value = await replaceSession(headers, token, secret)
    await next()
    const { authCookies, sessionConfig } = await authContext()
    const { name, attributes } = authCookies.sessionToken
    setCookie(context, name, value, {
      path: basePathOf(config) || '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: attributes.secure ?? false,
      maxAge: sessionConfig.expiresIn,
    })
  }
}
