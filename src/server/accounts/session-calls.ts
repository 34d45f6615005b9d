/**
 * The calls that list and end sessions, and those that transfer one to another device. They replace better-auth's
 * own, which read tokens from the database, where only hashes are.
 */
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import type { Storage } from '../storage/open.ts'
import { removeOtherSessions, removeSession } from '../storage/accounts/sessions.ts'
import { storedToken } from './hashed-sessions.ts'
import { withoutToken } from './whoami.ts'

const ONE_TIME_MS = 180_000
const oneTime = (token: string) => `one-time-token:${token}`
const token = z.object({ token: z.string() })

export const sessionCalls = (storage: Storage) => ({
  /** `token` is the id: revoke-session accepts both. */
  listSessions: createAuthEndpoint(
    '/list-sessions',
    { method: 'GET', use: [sessionMiddleware] },
    async (context) => {
      const { internalAdapter, session: own } = context.context
      const all = await internalAdapter.listSessions(own.user.id, { onlyActiveSessions: true })
      return context.json(all.map(withoutToken))
    },
  ),
  revokeSession: createAuthEndpoint(
    '/revoke-session',
    { method: 'POST', use: [sessionMiddleware], body: token },
    async (context) => {
      const id = context.body.token
      await removeSession(storage, context.context.session.user.id, { id, hash: storedToken(id) })
      return context.json({ status: true })
    },
  ),
  revokeOtherSessions: createAuthEndpoint(
    '/revoke-other-sessions',
    { method: 'POST', use: [sessionMiddleware] },
    async (context) => {
      const { user, session } = context.context.session
      await removeOtherSessions(storage, user.id, session.id)
      return context.json({ status: true })
    },
  ),
  /**
   * A token that opens this session once more, within three minutes. The session's own token is stored sealed
   * meanwhile.
   */
  generateOneTimeToken: createAuthEndpoint(
    '/one-time-token/generate',
    { method: 'GET', use: [sessionMiddleware] },
    async (context) => {
      const { internalAdapter, secretConfig, session } = context.context
      const made = generateRandomString(32)
      await internalAdapter.createVerificationValue({
        identifier: oneTime(made),
        value: await symmetricEncrypt({ key: secretConfig, data: session.session.token }),
        expiresAt: new Date(Date.now() + ONE_TIME_MS),
      })
      return context.json({ token: made })
    },
  ),
  verifyOneTimeToken: createAuthEndpoint(
    '/one-time-token/verify',
    { method: 'POST', body: token },
    async (context) => {
      const { internalAdapter, secretConfig } = context.context
      const made = await internalAdapter.consumeVerificationValue(oneTime(context.body.token))
      if (!made) throw new APIError('BAD_REQUEST', { message: 'Invalid token' })
      const sealed = await symmetricDecrypt({ key: secretConfig, data: made.value })
      const storedSession = await internalAdapter.findSession(sealed)
      if (!storedSession || storedSession.session.expiresAt < new Date())
        throw new APIError('BAD_REQUEST', { message: 'The session has ended.' })
      await setSessionCookie(context, storedSession)
      return context.json({ ...storedSession, session: withoutToken(storedSession.session) })
    },
  ),
})
