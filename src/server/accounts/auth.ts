/** better-auth on our own database: the ways to sign in, sessions, second factors, letters. */
import { passkey } from '@better-auth/passkey'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { bearer, customSession, genericOAuth, twoFactor } from 'better-auth/plugins'
import { errorCatalogue } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import type { Services } from '../http/routes.ts'
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
import { checkProfile, profileOfProvider } from './profile.ts'
import { oidcProviders, providerIds, socialProviders } from './providers.ts'
import { removeAppPasswords } from '../storage/app-passwords.ts'
import type { Storage } from '../storage/open.ts'
import { diskFull } from '../storage/disk-full.ts'
import { confirmUser } from '../storage/unconfirmed.ts'
import { ensureAdmin, roleFor, ruleFor } from './sign-up.ts'
import { whoami } from './whoami.ts'

export type Auth = ReturnType<typeof createAuth>
type Given = { readonly secret: string; readonly limits: boolean }

const NAME = 'Lectern'
const HOUR_S = 3600
/** Where programs try their luck: asked for a proof that a person is there, if a captcha is set up. */
const GUARDED = ['/sign-in/email', '/sign-up/email', '/request-password-reset']

/** @param given.limits false lets tests sign up as fast as they like */
export function createAuth(services: Services, given: Given) {
  return betterAuth({ ...authOptions(services, given), plugins: authPlugins(services, given) })
}

export function authPlugins({ config, storage, now }: Services, { secret }: Pick<Given, 'secret'>) {
  return [
    // First, so that what it takes out of an answer is seen by nobody else.
    overriddenCalls({
      storage,
      now,
      codes: createCodes(storage, secret, now),
      sendsLetters: config.SMTP_URL !== '',
    }),
    bearer(),
    twoFactor({ issuer: NAME }),
    passkey({ rpName: NAME, rpID: config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'localhost' }),
    genericOAuth({ config: oidcProviders(config) }),
    customSession(async (found) => whoami(found)),
  ]
}

/** Apart from the plugins, for whose sake the library's types are long. */
export function authOptions(services: Services, { secret, limits }: Given) {
  const { config, storage, log } = services
  const letters = createOutgoingEmail(services)
  return {
    appName: NAME,
    baseURL: baseOf(config),
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: ownOrigins(config),
    // One transaction for a sign-up: a crash must not leave an account that has no password and blocks its address.
    database: databaseOf(storage),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      // Who resets a password may have lost the account to somebody else: nothing that was opened before stays open.
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }: { user: { id: string } }) => {
        await removeAppPasswords(storage, user.id)
        await confirmUser(storage, user.id)
      },
      resetPasswordTokenExpiresIn: HOUR_S,
      ...(letters.able && {
        sendResetPassword: resetLetter(letters),
        // A sign-up does not tell whether the address has an account (unconfirmed.ts).
        autoSignIn: false,
        onExistingUserSignUp: existsLetter(letters, baseOf(config)),
        customSyntheticUser,
      }),
    },
    emailVerification: letters.able
      ? { sendOnSignUp: true, expiresIn: HOUR_S, sendVerificationEmail: confirmLetter(letters) }
      : {},
    socialProviders: socialProviders(config),
    account: accountOptions(config),
    // Whoever reads the database must not be able to use what was sent in letters and redirects.
    verification: { storeIdentifier: 'hashed' as const },
    user: {
      additionalFields: userFields,
      changeEmail: changeEmail(letters),
      deleteUser: {
        enabled: true,
        beforeDelete: ({ id }: { id: string }) => deleteUserData(storage, id),
        afterDelete: () => ensureAdmin(storage),
      },
    },
    // What asks for a recent sign-in stands in proof-rules.ts, for our calls and the library's alike.
    session: { expiresIn: 30 * 86_400, updateAge: 86_400, freshAge: 0 },
    // A full disk is no fault of the library's: our own door says it in words.
    onAPIError: {
      onError(error: unknown) {
        if (diskFull(error)) throw error
        log.error('Sign-in failed', { cause: error })
      },
    },
    telemetry: { enabled: false },
    logger: { log: (level: string, message: string) => log[level === 'error' ? 'error' : 'debug'](message) },
    rateLimit: {
      enabled: limits,
      storage: 'database' as const,
      customRules: {
        // Only floods: guesses that fail are counted in http/rate-limit.ts.
        '/sign-in/*': { window: 60, max: 60 },
        '/sign-up/*': { window: 60, max: 10 },
        '/request-password-reset': { window: 60, max: 5 },
        '/send-verification-email': { window: 60, max: 5 },
        '/delete-user-custom': { window: 60, max: 5 },
        '/get-session': false as const,
      },
    },
    advanced: {
      // Our own door has already refused foreign origins, for every path below /api.
      disableCSRFCheck: true,
      // Said aloud, as the library leaves this wall out wherever it believes to be in a test.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The tables are ours, and a test compares them: no need to look at each start.
      database: { generateId: () => services.newId(), validateSchema: false },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (
            user: { name: string; email: string; image?: string | null },
            asked: Creating | null,
          ) => {
            const first = await isFirst(asked)
            // The form's own way in is watched by our door, which also knows of invitations.
            if (asked?.path !== '/sign-up/email') refuseStranger(config, first)
            const mustConfirm = letters.able && !first && asked?.path === '/sign-up/email'
            const role = roleFor(config, first)
            return {
              data: { ...user, ...profileOfProvider(user), role, ...(mustConfirm && { mustConfirm }) },
            }
          },
          after: () => ensureAdmin(storage),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (asked) => {
        if (
          GUARDED.includes(asked.path) &&
          !(await passesCaptcha(services, asked.headers ?? new Headers(), ['hc']))
        )
          throw refused('BAD_REQUEST', 'captchaFailed')
        await checkProfile(storage, asked, () => getSessionFromCtx(asked))
        if (asked.path === '/unlink-account')
          return { context: { body: await unlinking(storage, asked.body, await getSessionFromCtx(asked)) } }
        return undefined
      }),
    },
  }
}

/**
 * A provider account is linked from within a session only. A sign-in never links: an address that a provider names is its
 * user's claim, and would open the account of whoever has that address here. Within a session the user has proved who they
 * are, so that the address does not matter: that is what `trustedProviders` is about.
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

/** Links in letters and ways back from providers begin here. */
const baseOf = ({ PUBLIC_URL, HOST, PORT }: Config): string =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://${HOST}:${PORT}`

/** Where a link in a letter may lead: never where a request says, or a stranger could have tokens sent to himself. */
const ownOrigins = (config: Config): string[] =>
  config.PUBLIC_URL
    ? [baseOf(config)]
    : [baseOf(config), `http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`]

type Told = { readonly user: { readonly id: string; readonly email: string }; readonly url: string }

/** The browser that asked for a letter says what is read there. */
const readerOf = ({ user }: Pick<Told, 'user'>, request: Request | undefined): Recipient => ({
  id: user.id,
  accepts: request?.headers.get('accept-language') ?? null,
})

const confirmLetter = (letters: OutgoingEmails) => async (told: Told, request?: Request) =>
  letters.write(readerOf(told, request), verificationEmail({ to: told.user.email, url: told.url }))

/** To an address that has an account, in place of the letter that confirms a new one. */
const existsLetter =
  (letters: OutgoingEmails, url: string) =>
  async ({ user }: Pick<Told, 'user'>, request?: Request) =>
    letters.write(readerOf({ user }, request), existingAccountLetter({ to: user.email, url }))

/** What a sign-up with a taken address is answered: as if the account had been made. */
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

const resetLetter = (letters: OutgoingEmails) => async (told: Told, request?: Request) =>
  letters.write(readerOf(told, request), passwordResetEmail({ to: told.user.email, url: told.url }))

/** A proved address changes only with a link from both; one that nobody proved changes at once. */
const changeEmail = (letters: OutgoingEmails) => ({
  enabled: true,
  updateEmailWithoutVerification: true,
  ...(letters.able && {
    sendChangeEmailConfirmation: async (told: Told & { newEmail: string }, request?: Request) => {
      const { user, url, newEmail } = told
      letters.write(readerOf(told, request), addressChangeEmail({ to: user.email, url, newEmail }))
    },
  }),
})

type Creating = {
  readonly path?: string
  readonly context: { readonly internalAdapter: { readonly countTotalUsers: () => Promise<number> } }
}

/** Counted by the library, inside its transaction: SQLite has one connection, and waiting for a second is for ever. */
const isFirst = async (asked: Creating | null): Promise<boolean> =>
  asked !== null && (await asked.context.internalAdapter.countTotalUsers()) === 0

/** Who comes through a provider and is new here meets the same door as who fills in the form. */
function refuseStranger(config: Config, first: boolean): void {
  const rule = ruleFor(config, first)
  if (rule !== 'open') throw refused('FORBIDDEN', rule === 'invite' ? 'invalidInvitation' : 'noPermission')
}

function refused(status: 'BAD_REQUEST' | 'FORBIDDEN', key: keyof typeof errorCatalogue): APIError {
  const [code, , message] = errorCatalogue[key]
  return new APIError(status, { code: code as unknown as string, message })
}
