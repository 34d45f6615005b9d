/**
 * The calls below /better-auth (wire-contract 3) with input and output. Responses and refusals are bare JSON objects.
 * Input schemas are those of the sign-in library where it has them; here are the others.
 */
import { z } from 'zod'
import { session as ownSession, sessionAnswer, sessionUser } from './session.ts'
import { isoTime, orNothing, socialLink, webAddress } from './shapes.ts'

export type SignInCall = {
  /** Where the library describes nothing, or uses another name. */
  readonly input?: z.ZodType
  readonly output: z.ZodType
  /** Responds with a redirect. */
  readonly leads?: true
  /** Requires a captcha token in the header x-token, where a captcha is set up. */
  readonly captcha?: true
}

const status = z.looseObject({ status: z.boolean() })
const success = z.looseObject({ success: z.boolean() })
/** Unset columns may be absent or null here; whoami (get-session) gives all of them. */
const user = z.looseObject(sessionUser.pick({ id: true, name: true, email: true, emailVerified: true }).shape)
const signedIn = z.looseObject({ token: z.string().nullable(), user })
const away = z.looseObject({ url: z.string(), redirect: z.boolean() })
const session = z.looseObject(ownSession.shape)
const account = z.looseObject({
  id: z.string(),
  providerId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  scopes: z.array(z.string()),
})
const accountInfo = z.object({
  id: z.string(),
  provider: z.string(),
  accountId: z.string().optional(),
  profile: z
    .object({
      id: z.string(),
      name: z.string().optional(),
      email: z.string().nullable(),
      image: z.string().optional(),
      emailVerified: z.boolean(),
    })
    .optional(),
})
const passkey = z.looseObject({ id: z.string(), name: z.string().nullish(), credentialID: z.string() })
const tokens = z.looseObject({ accessToken: z.string().nullish(), accessTokenExpiresAt: isoTime.nullish() })
/** Input and output of the browser's WebAuthn; only the library reads them. */
const webAuthn = z.looseObject({ challenge: z.string() })
const nowhere: SignInCall = { output: z.unknown(), leads: true }

/** The fields of a profile; the limits are wire-contract 3's. */
const profile = z.object({
  name: z.string().max(50).optional(),
  image: orNothing(webAddress.max(2048)).optional(),
  handle: z.string().max(32).nullable().optional(),
  bio: z.string().max(256).nullable().optional(),
  website: orNothing(webAddress.max(64)).optional(),
  socialLinks: z.record(z.string(), socialLink).nullable().optional(),
})
const password = z.string().min(8).max(128)

/** By method and path below /better-auth. */
export const signInCalls: Readonly<Record<string, SignInCall>> = {
  'GET /get-session': { output: sessionAnswer },
  'POST /sign-in/email': {
    // With a second factor there is no session yet: two-factor/verify-totp ends the sign-in.
    output: z.union([
      z.looseObject({ redirect: z.boolean(), token: z.string(), url: z.string().nullish(), user }),
      z.looseObject({ twoFactorRedirect: z.literal(true) }),
    ]),
    captcha: true,
  },
  'POST /sign-in/social': { output: away },
  'POST /sign-up/email': {
    input: z.object({
      email: z.email(),
      password,
      name: z.string().max(50),
      callbackURL: z.string().optional(),
      /** Where sign-up needs an invitation. */
      invitationCode: z.string().max(100).optional(),
      ...profile.omit({ name: true }).shape,
    }),
    output: signedIn,
    captcha: true,
  },
  'POST /sign-out': { output: success },
  'GET /get-account-info': { output: z.array(accountInfo).nullable() },
  'POST /link-social': { output: away },
  'POST /unlink-account': {
    input: z.object({ providerId: z.string(), accountId: z.string() }),
    output: status,
  },
  'GET /list-accounts': { output: z.array(account) },
  'POST /update-user': { input: profile, output: status },
  'POST /change-email': { output: status },
  'POST /change-password': {
    input: z.object({
      currentPassword: z.string(),
      newPassword: password,
      /** Absent: true. */
      revokeOtherSessions: z.boolean().optional(),
      /** ours: also revokes the app passwords. */
      revokeAppPasswords: z.boolean().optional(),
    }),
    /** How many app passwords were revoked, and how many are still valid. */
    output: signedIn.extend({ appPasswords: z.object({ revoked: z.number(), left: z.number() }) }),
  },
  'POST /set-password': { output: status },
  'POST /verify-password': { output: status },
  'POST /send-verification-email': { output: status },
  'GET /verify-email': { output: z.looseObject({ status: z.boolean() }), leads: true },
  'POST /forget-password': {
    input: z.object({ email: z.email(), redirectTo: z.string().optional() }),
    output: status,
    captcha: true,
  },
  'POST /request-password-reset': { output: status, captcha: true },
  'GET /reset-password/{token}': nowhere,
  'POST /reset-password': { output: status },
  'GET /callback/{id}': nowhere,
  'POST /callback/{id}': nowhere,
  'GET /delete-user/callback': { output: success, leads: true },
  'GET /error': nowhere,
  'GET /ok': { output: z.object({ ok: z.boolean() }) },
  'POST /two-factor/enable': {
    output: z.looseObject({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
  },
  'POST /two-factor/disable': { output: status },
  'POST /two-factor/verify-totp': { output: signedIn },
  'POST /two-factor/send-otp': { output: status },
  'POST /two-factor/verify-otp': { output: signedIn },
  'POST /two-factor/verify-backup-code': { output: signedIn },
  'POST /two-factor/generate-backup-codes': {
    output: z.looseObject({ status: z.boolean(), backupCodes: z.array(z.string()) }),
  },
  'POST /two-factor/get-totp-uri': { output: z.looseObject({ totpURI: z.string() }) },
  'GET /one-time-token/generate': { output: z.looseObject({ token: z.string() }) },
  'POST /one-time-token/apply': {
    input: z.object({ token: z.string() }),
    output: z.looseObject({ session, user }),
  },
  'POST /one-time-token/verify': { output: z.looseObject({ session, user }) },
  'POST /delete-user-custom': { output: z.object({}) },
  'POST /delete-user': { output: success },
  'GET /list-sessions': { output: z.array(session) },
  'POST /revoke-session': { output: status },
  'POST /revoke-sessions': { output: status },
  'POST /revoke-other-sessions': { output: status },
  'POST /update-session': { output: z.looseObject({ session }) },
  'POST /refresh-token': { output: tokens },
  'POST /get-access-token': { output: tokens },
  'GET /account-info': { output: z.looseObject({ user: z.looseObject({ id: z.string() }) }).nullable() },
  'GET /passkey/generate-register-options': { output: webAuthn },
  'GET /passkey/generate-authenticate-options': { output: webAuthn },
  'POST /passkey/verify-registration': { output: passkey.nullable() },
  'POST /passkey/verify-authentication': { output: z.looseObject({ session }) },
  'GET /passkey/list-user-passkeys': { output: z.array(passkey) },
  'POST /passkey/delete-passkey': { output: z.looseObject({ status: z.boolean() }) },
  'POST /passkey/update-passkey': { output: z.looseObject({ passkey }) },
}
