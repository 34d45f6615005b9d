/** better-auth on our own database: sign-in methods, sessions, second factors and account e-mails. */
import type { passkey } from '@better-auth/passkey'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { customSession } from 'better-auth/plugins/custom-session'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { errorCatalogue } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import type { Services } from '../http/routes.ts'
import { basePathOf, publicAddressOf } from '../http/base-path.ts'
import type { Recipient } from '../email/outgoing/language.ts'
import { createOutgoingEmail, type OutgoingEmails } from '../email/outgoing/outgoing-email.ts'
import {
  addressChangeEmail,
  existingAccountLetter,
  passwordResetEmail,
  verificationEmail,
} from './account-emails.ts'
import { passesCaptcha } from './captcha.ts'
import { ADDRESS_HEADER, AUTH_PATH } from './auth-path.ts'
import { createCodes } from './codes.ts'
import { userFields } from './fields.ts'
import { deleteUserData } from './delete-user-data.ts'
import { withHashedSessions } from './hashed-sessions.ts'
import { overriddenCalls, unlinking } from './overridden-calls.ts'
import { isClosedByProxy, isClosedPath, isOnlyWay } from './local-sign-in.ts'
import { checkProfile, profileOfProvider } from './profile.ts'
import { oidcProviders, providerIds, socialProviders } from './providers.ts'
import { removeAppPasswords } from '../storage/accounts/app-passwords.ts'
import type { Storage } from '../storage/open.ts'
import { diskFull } from '../storage/engine/disk-full.ts'
import { confirmUser } from '../storage/accounts/unconfirmed.ts'
import { ensureAdmin, isAdmin, roleFor, ruleFor } from './sign-up.ts'
import { whoami } from './whoami.ts'

export type Auth = ReturnType<typeof createAuth>
/** @param of.passkeys whether it answers calls of passkeys */
export type CreateAuth = (of: { readonly passkeys: boolean }) => Promise<Auth>
type AuthOptions = {
  readonly secret: string
  readonly limits: boolean
  /** That of `@better-auth/passkey`; without it there are no calls of passkeys. */
  readonly passkey?: typeof passkey | undefined
}

const NAME = 'Lectern'
const HOUR_S = 3600
const LOCAL_CLOSED = 'Sign-in with a password or a passkey is closed on this server.'
const PROXY_NAMES = 'The proxy in front of this server says who has which address.'
/** The paths that bots attack: they require a captcha if one is configured. */
const GUARDED = ['/sign-in/email', '/sign-up/email', '/request-password-reset']

/** @param options.limits false disables rate limits, for tests */
export function createAuth(services: Services, options: AuthOptions) {
  return betterAuth({ ...authOptions(services, options), plugins: authPlugins(services, options) })
}

export function authPlugins(
  { config, storage, passwords, now }: Services,
  { secret, passkey: createPasskey }: Pick<AuthOptions, 'secret' | 'passkey'>,
) {
  return [
    // First, so that no later plugin sees what it removes from a response.
    overriddenCalls({
      storage,
      passwords,
      now,
      codes: createCodes(storage, secret, now),
      sendsLetters: config.SMTP_URL !== '',
    }),
    bearer(),
    twoFactor({ issuer: NAME }),
    ...(createPasskey
      ? [
          createPasskey({
            rpName: NAME,
            rpID: config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'localhost',
          }),
        ]
      : []),
    genericOAuth({ config: oidcProviders(config) }),
    customSession(async (data) => whoami(data, config, await isAdmin(storage, data.user.id))),
  ]
}

/** Separate from the plugins, because better-auth's inferred types are long. */
export function authOptions(services: Services, { secret, limits }: AuthOptions) {
  const { config, storage, log } = services
  const emails = createOutgoingEmail(services)
  return {
    appName: NAME,
    baseURL: originOf(config),
    basePath: basePathOf(config) + AUTH_PATH,
    secret,
    trustedOrigins: ownOrigins(config),
    // Sign-up is one transaction: a crash must not leave an account without a password that blocks its address.
    database: databaseOf(storage),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: services.passwords,
      // A password reset may follow a compromise, so that all existing sessions are revoked.
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }: { user: { id: string } }) => {
        await removeAppPasswords(storage, user.id)
        await confirmUser(storage, user.id)
      },
      resetPasswordTokenExpiresIn: HOUR_S,
      ...(emails.able && {
        sendResetPassword: resetEmail(emails),
        // A sign-up does not reveal whether the address has an account (unconfirmed.ts).
        autoSignIn: false,
        onExistingUserSignUp: existsEmail(emails, publicAddressOf(config, originOf(config))),
        customSyntheticUser,
      }),
    },
    emailVerification: emails.able
      ? { sendOnSignUp: true, expiresIn: HOUR_S, sendVerificationEmail: confirmEmail(emails) }
      : {},
    socialProviders: socialProviders(config),
    account: accountOptions(config),
    // A reader of the database must not be able to use the identifiers of e-mails and redirects.
    verification: { storeIdentifier: 'hashed' as const },
    user: {
      additionalFields: userFields,
      changeEmail: changeEmail(emails),
      deleteUser: {
        enabled: true,
        beforeDelete: ({ id }: { id: string }) => deleteUserData(storage, id),
        afterDelete: () => ensureAdmin(storage),
      },
    },
    // Which calls need a recent sign-in is defined in proof-rules.ts, for our calls and better-auth's alike.
    session: { expiresIn: 30 * 86_400, updateAge: 86_400, freshAge: 0 },
    // A full disk is not better-auth's error: our own dispatcher reports it.
    onAPIError: {
      onError(error: unknown) {
        if (diskFull(error)) throw error
        // A wrong password or a missing code is an answer to the user, not a fault of the server.
        if (isAPIError(error) && error.statusCode < 500) log.debug('Sign-in refused', { cause: error })
        else log.error('Sign-in failed', { cause: error })
      },
    },
    telemetry: { enabled: false },
    logger: { log: (level: string, message: string) => log[level === 'error' ? 'error' : 'debug'](message) },
    rateLimit: {
      enabled: limits,
      storage: 'database' as const,
      customRules: {
        // Limits floods only: failed guesses are counted in http/rate-limit.ts.
        '/sign-in/*': { window: 60, max: 60 },
        '/sign-up/*': { window: 60, max: 10 },
        '/request-password-reset': { window: 60, max: 5 },
        '/send-verification-email': { window: 60, max: 5 },
        '/delete-user-custom': { window: 60, max: 5 },
        '/get-session': false as const,
      },
    },
    advanced: {
      // Our dispatcher has already refused foreign origins for every path below /api.
      disableCSRFCheck: true,
      // Explicit, because better-auth disables this check where it detects a test.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      defaultCookieAttributes: { path: basePathOf(config) || '/' },
      // The tables are ours, and a test compares them with better-auth's schema: no check at each start.
      database: { generateId: () => services.newId(), validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (
            user: { name: string; email: string; image?: string | null },
            hookContext: Creating | null,
          ) => {
            const first = await isFirst(hookContext)
            // The sign-up form is guarded by our dispatcher, which also checks invitations.
            if (hookContext?.path !== '/sign-up/email') refuseStranger(config, first)
            const mustConfirm = emails.able && !first && hookContext?.path === '/sign-up/email'
            const role = roleFor(config, first)
            return {
              data: { ...user, ...profileOfProvider(user), role, ...(mustConfirm && { mustConfirm }) },
            }
          },
          after: () => ensureAdmin(storage),
        },
      },
      session: { create: { before: refuseDisabled } },
    },
    hooks: {
      before: createAuthMiddleware(async (hookContext) => {
        if (isClosedPath(config, hookContext.path)) throw refused('FORBIDDEN', 'noPermission', LOCAL_CLOSED)
        if (isClosedByProxy(config, hookContext.path)) throw refused('FORBIDDEN', 'noPermission', PROXY_NAMES)
        if (
          GUARDED.includes(hookContext.path) &&
          !(await passesCaptcha(services, hookContext.headers ?? new Headers(), ['hc']))
        )
          throw refused('BAD_REQUEST', 'captchaFailed')
        await checkProfile(storage, hookContext, () => getSessionFromCtx(hookContext))
        if (hookContext.path !== '/unlink-account') return undefined
        const session = await getSessionFromCtx(hookContext)
        const body = await unlinking(storage, hookContext.body, session)
        if (session && (await isOnlyWay(storage, config, { userId: session.user.id, body })))
          throw refused(
            'BAD_REQUEST',
            'unprocessable',
            'This is your only way to sign in: link another one first.',
          )
        return { context: { body } }
      }),
    },
  }
}

/**
 * Provider accounts are linked from within a session only. A sign-in never links: the address that a provider
 * names is only a claim, and would open the account of the owner of that address on this server. Within a session
 * the user has proved their identity, so that the address does not matter: hence `trustedProviders`.
 */
const accountOptions = (config: Config) => ({
  accountLinking: {
    enabled: true,
    disableImplicitLinking: true,
    trustedProviders: providerIds(config),
    allowDifferentEmails: true,
  },
  encryptOAuthTokens: true,
})

const databaseOf = (storage: Storage) => (options: BetterAuthOptions) =>
  withHashedSessions(kyselyAdapter(storage.db, { type: storage.kind, transaction: true })(options))

const originOf = ({ PUBLIC_URL, HOST, PORT }: Config): string =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://${HOST}:${PORT}`

/**
 * Where a link in an e-mail may lead. Never taken from the request, or an attacker could have tokens sent to their
 * own site.
 */
const ownOrigins = (config: Config): string[] =>
  config.PUBLIC_URL
    ? [originOf(config)]
    : [originOf(config), `http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`]

type EmailRequest = { readonly user: { readonly id: string; readonly email: string }; readonly url: string }

/** The language of the e-mail is that of the browser that requested it. */
const readerOf = ({ user }: Pick<EmailRequest, 'user'>, request: Request | undefined): Recipient => ({
  id: user.id,
  accepts: request?.headers.get('accept-language') ?? null,
})

const confirmEmail = (emails: OutgoingEmails) => async (emailRequest: EmailRequest, request?: Request) =>
  emails.write(
    readerOf(emailRequest, request),
    verificationEmail({ to: emailRequest.user.email, url: emailRequest.url }),
  )

/** Sent to an address that has an account, instead of the confirmation e-mail. */
const existsEmail =
  (emails: OutgoingEmails, url: string) =>
  async ({ user }: Pick<EmailRequest, 'user'>, request?: Request) =>
    emails.write(readerOf({ user }, request), existingAccountLetter({ to: user.email, url }))

/** The response to a sign-up with a used address: as if the account had been created. */
const customSyntheticUser = ({ coreFields, additionalFields, id }: SyntheticUser) => ({
  ...coreFields,
  ...profileOfProvider(coreFields),
  ...additionalFields,
  id,
})
type SyntheticUser = {
  readonly coreFields: { readonly name: string; readonly email: string }
  readonly additionalFields: Record<string, unknown>
  readonly id: string
}

const resetEmail = (emails: OutgoingEmails) => async (emailRequest: EmailRequest, request?: Request) =>
  emails.write(
    readerOf(emailRequest, request),
    passwordResetEmail({ to: emailRequest.user.email, url: emailRequest.url }),
  )

/** A confirmed address changes only with a link from both addresses; an unconfirmed one changes at once. */
const changeEmail = (emails: OutgoingEmails) => ({
  enabled: true,
  updateEmailWithoutVerification: true,
  ...(emails.able && {
    sendChangeEmailConfirmation: async (
      emailRequest: EmailRequest & { newEmail: string },
      request?: Request,
    ) => {
      const { user, url, newEmail } = emailRequest
      emails.write(readerOf(emailRequest, request), addressChangeEmail({ to: user.email, url, newEmail }))
    },
  }),
})

type Creating = {
  readonly path?: string
  readonly context: { readonly internalAdapter: { readonly countTotalUsers: () => Promise<number> } }
}

/**
 * Counted by better-auth inside its transaction: SQLite has one connection, and waiting for a second would
 * deadlock.
 */
const isFirst = async (hookContext: Creating | null): Promise<boolean> =>
  hookContext !== null && (await hookContext.context.internalAdapter.countTotalUsers()) === 0

type SessionCreating = {
  readonly context: {
    readonly internalAdapter: { readonly findUserById: (id: string) => Promise<object | null> }
  }
}

/** However they sign in: an admin has closed the account. Read inside better-auth's transaction, as above. */
async function refuseDisabled(
  session: { readonly userId: string },
  hookContext: SessionCreating | null,
): Promise<void> {
  const user = await hookContext?.context.internalAdapter.findUserById(session.userId)
  if (user && 'deleted' in user && user.deleted === true)
    throw refused('FORBIDDEN', 'noPermission', 'An administrator has disabled this account.')
}

/** A new user from a provider passes the same sign-up rule as a user of the form. */
function refuseStranger(config: Config, first: boolean): void {
  const rule = ruleFor(config, first)
  if (rule !== 'open') throw refused('FORBIDDEN', rule === 'invite' ? 'invalidInvitation' : 'noPermission')
}

function refused(
  status: 'BAD_REQUEST' | 'FORBIDDEN',
  key: keyof typeof errorCatalogue,
  message: string = errorCatalogue[key][2],
): APIError {
  const [code] = errorCatalogue[key]
  return new APIError(status, { code: code as unknown as string, message })
}
