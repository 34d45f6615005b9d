/**
 * Signing up without telling who is here. Where letters can be sent, a sign-up is answered alike for a new address and for
 * one that has an account: no session, and a letter to the address. The new account opens when the letter's link was
 * followed; until then signing in to it is answered like a wrong password, or a stranger could tell the two apart by the
 * password that they chose. The first account of a server, and those made while no mail server was named, are let in
 * at once.
 */
import { APIError, createAuthMiddleware, isAPIError, sendVerificationEmailFn } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { passwordHashOf } from '../storage/accounts.ts'
import type { Storage } from '../storage/open.ts'
import { isUnconfirmed, unconfirmedByEmail } from '../storage/unconfirmed.ts'

const at = (path: string) => (context: { readonly path?: string }) => context.path === path
const madeUser = z.object({ token: z.null(), user: z.object({ id: z.string() }) })
const credentials = z.object({ email: z.string(), password: z.string() })

/** @param sendsLetters whether a mail server is named */
export const unconfirmedHooks = (storage: Storage, sendsLetters: boolean) => ({
  /** Lets the first account in, as the library signs nobody in on sign-up where it answers alike. */
  afterSignUp: {
    matcher: at('/sign-up/email'),
    handler: createAuthMiddleware(async (context) => {
      const { returned, internalAdapter } = context.context
      if (!sendsLetters) return isAPIError(returned) ? sayNoMore(returned) : undefined
      const made = madeUser.safeParse(returned)
      if (!made.success || (await isUnconfirmed(storage, made.data.user.id))) return undefined
      const user = await internalAdapter.findUserById(made.data.user.id)
      const session = user && (await internalAdapter.createSession(user.id))
      if (!session) return undefined
      await setSessionCookie(context, { session, user })
      return context.json({ ...made.data, ...(returned as object), token: session.token })
    }),
  },
  beforeSignIn: {
    matcher: at('/sign-in/email'),
    handler: createAuthMiddleware(async (context) => {
      const { success, data } = credentials.safeParse(context.body)
      const user = sendsLetters && success ? await unconfirmedByEmail(storage, data.email) : undefined
      if (!user || !data) return
      const hash = await passwordHashOf(storage, user.id)
      const isRight = hash !== null && (await verifyPassword({ hash, password: data.password }))
      const found = isRight && (await context.context.internalAdapter.findUserById(user.id))
      // The link of the first letter may have run out.
      if (found) await sendVerificationEmailFn(context, found)
      throw new APIError('UNAUTHORIZED', {
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: 'Invalid email or password',
      })
    }),
  },
})

/** Nobody can be written to, so that a refusal cannot be hidden. It does not say more than it has to. */
function sayNoMore(refused: APIError): undefined {
  if (refused.body?.code !== 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return undefined
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'SIGN_UP_NOT_POSSIBLE',
    message: 'No account could be made with this address. If you have one already, sign in.',
  })
}
