/**
 * Sign-up without revealing who has an account. If e-mails can be sent, a sign-up gets the same response for a new
 * and for a used address: no session, and an e-mail to the address. The new account opens with the e-mail's link;
 * until then a sign-in gets the response to a wrong password, or an attacker could tell the two cases apart by the
 * password that they chose. Only the browser that signed up is told, in both cases, to confirm the address (1006). The first account of a server, and those created while no mail server was configured,
 * open at once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { APIError, createAuthMiddleware, isAPIError, sendVerificationEmailFn } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { passwordHashOf } from '../storage/accounts/accounts.ts'
import type { Storage } from '../storage/open.ts'
import { isUnconfirmed, unconfirmedByEmail } from '../storage/accounts/unconfirmed.ts'
import { Refusal } from '../http/refusal.ts'
import type { Passwords } from './passwords.ts'
import { asSignInError } from './sign-in-error.ts'

/**
 * A cookie that marks the browser of a sign-up whose address is not confirmed yet. It grants no access: a sign-in with the
 * same address and password is refused there with 1006 in place of the message for a wrong password. A sign-up with a used address
 * sets it as well, so that it does not tell who has an account.
 */
const PENDING_SIGN_UP = 'pending_sign_up'
/** As long as the link in the e-mail is valid. */
const PENDING_S = 7 * 86_400

type Credentials = { readonly email: string; readonly password: string }

/** @returns the value of the cookie */
const pendingSignUp = (secret: string, { email, password }: Credentials): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['pending sign-up', email.trim().toLowerCase(), password]))
    .digest('base64url')

/** Whether the cookie of a browser that signs in was set by a sign-up with these credentials. */
function isPendingSignUp(secret: string, cookie: string | null | undefined, sent: Credentials): boolean {
  const expected = Buffer.from(pendingSignUp(secret, sent))
  const actual = Buffer.from(cookie ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const at = (path: string) => (context: { readonly path?: string }) => context.path === path
const madeUser = z.object({ token: z.null(), user: z.object({ id: z.string() }) })
const credentials = z.object({ email: z.string(), password: z.string() })

type Deps = {
  readonly storage: Storage
  readonly passwords: Passwords
  /** Whether a mail server is configured. */
  readonly sendsLetters: boolean
}

export const unconfirmedHooks = ({ storage, passwords, sendsLetters }: Deps) => ({
  /** Signs the first account in, as better-auth signs no user in on sign-up where responses are alike. */
  afterSignUp: {
    matcher: at('/sign-up/email'),
    handler: createAuthMiddleware(async (context) => {
      const { returned, internalAdapter } = context.context
      if (!sendsLetters) return isAPIError(returned) ? sayNoMore(returned) : undefined
      const made = madeUser.safeParse(returned)
      if (!made.success) return undefined
      const sent = credentials.safeParse(context.body)
      if (sent.success) {
        const { name, attributes } = context.context.createAuthCookie(PENDING_SIGN_UP, { maxAge: PENDING_S })
        context.setCookie(name, pendingSignUp(context.context.secret, sent.data), attributes)
      }
      if (await isUnconfirmed(storage, made.data.user.id)) return undefined
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
      const { data } = credentials.safeParse(context.body)
      if (!sendsLetters || !data) return
      const { secret, createAuthCookie, internalAdapter } = context.context
      const isPending = isPendingSignUp(
        secret,
        context.getCookie(createAuthCookie(PENDING_SIGN_UP).name),
        data,
      )
      const user = await unconfirmedByEmail(storage, data.email)
      const confirmed = !user && isPending ? await internalAdapter.findUserByEmail(data.email) : null
      const id = user?.id ?? confirmed?.user.id
      if (id === undefined) return
      const hash = await passwordHashOf(storage, id)
      const isRight = hash !== null && (await passwords.verify({ hash, password: data.password }))
      if (!user && isRight) return
      const storedUser = user && isRight && (await internalAdapter.findUserById(user.id))
      // The link of the first e-mail may have expired.
      if (storedUser) await sendVerificationEmailFn(context, storedUser)
      if (isPending) asSignInError(new Refusal('emailNotVerified'))
      throw new APIError('UNAUTHORIZED', {
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: 'Invalid email or password',
      })
    }),
  },
})

/** Without e-mail a refusal cannot be hidden. It says no more than necessary. */
function sayNoMore(refused: APIError): undefined {
  if (refused.body?.code !== 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return undefined
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'SIGN_UP_NOT_POSSIBLE',
    message: 'No account could be made with this address. If you have one already, sign in.',
  })
}
