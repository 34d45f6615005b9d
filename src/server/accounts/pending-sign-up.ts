/**
 * A cookie that marks the browser of a sign-up whose address is not confirmed yet. It grants no access: a sign-in with the
 * same address and password is refused there with 1006 in place of the message for a wrong password. A sign-up with a used address
 * sets it as well, so that it does not tell who has an account.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const PENDING_SIGN_UP = 'pending_sign_up'
/** As long as the link in the e-mail is valid. */
export const PENDING_S = 7 * 86_400

type Credentials = { readonly email: string; readonly password: string }

/** @returns the value of the cookie */
export const pendingSignUp = (secret: string, { email, password }: Credentials): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['pending sign-up', email.trim().toLowerCase(), password]))
    .digest('base64url')

/** Whether the cookie of a browser that signs in was set by a sign-up with these credentials. */
export function isPendingSignUp(
  secret: string,
  cookie: string | null | undefined,
  sent: Credentials,
): boolean {
  const expected = Buffer.from(pendingSignUp(secret, sent))
  const actual = Buffer.from(cookie ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
