/** What a password change revokes: other sessions unless the user keeps them, and app passwords on request. */
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { countAppPasswords, removeAppPasswords } from '../storage/accounts/app-passwords.ts'
import type { Storage } from '../storage/open.ts'

const input = z.looseObject({
  /** Default true, as a compromised session may be the reason for the change. */
  revokeOtherSessions: z.boolean().optional(),
  /** Default false, as each client would have to be configured again. */
  revokeAppPasswords: z.boolean().optional(),
})

const isPasswordChange = ({ path }: { readonly path?: string }) => path === '/change-password'

export const passwordChangeHooks = (storage: Storage) => ({
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
