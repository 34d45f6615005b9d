/** The calls below /better-auth that the contract has and better-auth lacks (wire-contract 3). */
import {
  APIError,
  createAuthEndpoint,
  sessionMiddleware,
  createAuthMiddleware,
  isAPIError,
} from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { accountsOf } from '../storage/accounts/accounts.ts'
import type { Storage } from '../storage/open.ts'
import type { DemandCode } from './codes.ts'
import { deleteUserData } from './delete-user-data.ts'
import type { Passwords } from './passwords.ts'
import { proofHook } from './proof-hook.ts'
import { sessionCalls } from './session-calls.ts'
import { asSignInError } from './sign-in-error.ts'
import { ensureAdmin } from './sign-up.ts'
import { unconfirmedHooks } from './unconfirmed.ts'
import { countAppPasswords, removeAppPasswords } from '../storage/accounts/app-passwords.ts'

/** What a password change revokes: other sessions unless the user keeps them, and app passwords on request. */
const input = z.looseObject({
  /** Default true, as a compromised session may be the reason for the change. */
  revokeOtherSessions: z.boolean().optional(),
  /** Default false, as each client would have to be configured again. */
  revokeAppPasswords: z.boolean().optional(),
})

const isPasswordChange = ({ path }: { readonly path?: string }) => path === '/change-password'

const passwordChangeHooks = (storage: Storage) => ({
  before: {
    matcher: isPasswordChange,
    handler: createAuthMiddleware(async ({ body }) => {
      const { data } = input.safeParse(body)
      if (!data || data.revokeOtherSessions !== undefined) return undefined
      return { context: { body: { ...data, revokeOtherSessions: true } } }
    }),
  },
  /** Adds to the response how many app passwords were revoked, and how many remain. */
  after: {
    matcher: isPasswordChange,
    handler: createAuthMiddleware(async (context) => {
      const { returned, session } = context.context
      if (!session || isAPIError(returned) || typeof returned !== 'object') return undefined
      const userId = session.user.id
      const { revokeAppPasswords = false } = input.parse(context.body)
      const revoked = revokeAppPasswords ? await removeAppPasswords(storage, userId) : 0
      const left = await countAppPasswords(storage, userId)
      return context.json({ ...returned, appPasswords: { revoked, left } })
    }),
  },
})

type Deps = {
  readonly storage: Storage
  readonly passwords: Passwords
  readonly now: () => number
  /** Requires the second factor of a user. */
  readonly codes: (userId: string) => DemandCode
  /** Whether a mail server is configured. */
  readonly sendsLetters: boolean
}

export function overriddenCalls({ storage, passwords, now, codes, sendsLetters }: Deps) {
  const unconfirmed = unconfirmedHooks({ storage, passwords, sendsLetters })
  const passwordChange = passwordChangeHooks(storage)
  return {
    id: 'lectern',
    hooks: {
      before: [
        proofHook({ storage, passwords, now, codes }),
        passwordChange.before,
        unconfirmed.beforeSignIn,
      ],
      after: [passwordChange.after, unconfirmed.afterSignUp],
    },
    endpoints: {
      ...sessionCalls(storage),
      getAccountInfo: createAuthEndpoint(
        '/get-account-info',
        { method: 'GET', use: [sessionMiddleware] },
        async (request) => request.json(await accountsOf(storage, request.context.session.user.id)),
      ),
      /** Sets a password for a user who signed up by a provider; an existing one changes only by change-password. */
      setFirstPassword: createAuthEndpoint(
        '/set-password',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ newPassword: z.string().min(8).max(128) }),
        },
        async (request) => {
          const { internalAdapter, password, session } = request.context
          const userId = session.user.id
          const account = await internalAdapter.findCredentialAccount(userId)
          if (account?.password)
            throw new APIError('BAD_REQUEST', { message: 'There is a password already.' })
          const sealed = { password: await password.hash(request.body.newPassword) }
          if (account) await internalAdapter.updateAccount(account.id, sealed)
          else
            await internalAdapter.linkAccount({
              userId,
              providerId: 'credential',
              accountId: userId,
              ...sealed,
            })
          return request.json({ status: true })
        },
      ),
      deleteUserCustom: createAuthEndpoint(
        '/delete-user-custom',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ TOTPCode: z.string().max(32).optional() }),
        },
        async (request) => {
          const { id } = request.context.session.user
          await codes(id)(request.body.TOTPCode, { always: true }).catch(asSignInError)
          await deleteUserData(storage, id)
          await ensureAdmin(storage)
          deleteSessionCookie(request)
          return request.json({})
        },
      ),
    },
  }
}

const named = z.object({ providerId: z.string(), accountId: z.string() })

/** The contract names an account by provider and provider id; better-auth wants our row id. */
export async function unlinking(
  storage: Storage,
  body: unknown,
  session: { readonly user: { readonly id: string } } | null,
): Promise<unknown> {
  const parsed = named.safeParse(body)
  if (!parsed.success || !session) return body
  const { providerId, accountId } = parsed.data
  const row = (await accountsOf(storage, session.user.id)).find(
    (one) => one.provider === providerId && one.accountId === accountId,
  )
  return { accountId: row?.id ?? accountId }
}
