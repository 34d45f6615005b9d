/** What ends with a password: other sessions unless the user keeps them, and app passwords where the user says so. */
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { countAppPasswords, removeAppPasswords } from '../storage/app-passwords.ts'
import type { Storage } from '../storage/open.ts'

const input = z.looseObject({
  /** Absent: true, as another session may be why the password changes. */
  revokeOtherSessions: z.boolean().optional(),
  /** Absent: they stay, as each would have to be typed into a reader again. */
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
  /** Adds to the answer how many app passwords ended, and how many are left. */
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
