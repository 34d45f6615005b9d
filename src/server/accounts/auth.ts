/** better-auth on our own database: e-mail and password, sessions, bearer tokens. */
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { bearer, customSession } from 'better-auth/plugins'
import { sql } from 'kysely'
import { sessionAnswer, type SessionAnswer } from '../../contract/session.ts'
import type { Services } from '../http/routes.ts'
import type { Storage } from '../storage/open.ts'
import { personalFields, userFields } from './fields.ts'
import { ensureAdmin } from './sign-up.ts'

/** The header by which our door tells better-auth the peer's address; whatever a client puts there is overwritten. */
export const ADDRESS_HEADER = 'x-lectern-peer'
export const AUTH_PATH = '/api/better-auth'
const whole = sessionAnswer.unwrap()
export type Auth = ReturnType<typeof createAuth>

/** @param given.limits false lets tests sign up as fast as they like */
export function createAuth(services: Services, given: { secret: string; limits: boolean }) {
  return betterAuth({
    ...authOptions(services, given),
    plugins: [bearer(), customSession(async (found) => whoami(found))],
  })
}

/** Apart from the plugins, so that a test can compare our tables with the ones that the library wants. */
export function authOptions(services: Services, { secret, limits }: { secret: string; limits: boolean }) {
  const { config, storage, log } = services
  return {
    baseURL: config.PUBLIC_URL ? new URL(config.PUBLIC_URL).origin : `http://${config.HOST}:${config.PORT}`,
    basePath: AUTH_PATH,
    secret,
    // One transaction for a sign-up: a crash must not leave an account that has no password and blocks its address.
    database: { db: storage.db, type: storage.kind, transaction: true },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: { additionalFields: userFields },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    telemetry: { enabled: false },
    logger: { log: (level: string, message: string) => log[level === 'error' ? 'error' : 'debug'](message) },
    rateLimit: {
      enabled: limits,
      storage: 'database' as const,
      customRules: {
        '/sign-in/*': { window: 60, max: 10 },
        '/sign-up/*': { window: 60, max: 10 },
        '/get-session': false as const,
      },
    },
    advanced: {
      // Our own door has already refused foreign origins, for every path below /api.
      disableCSRFCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The tables are ours, and a test compares them: no need to look at each start.
      database: { generateId: () => services.newId(), validateSchema: false },
    },
    databaseHooks: { user: { create: { after: () => ensureAdmin(storage) } } },
    hooks: {
      before: createAuthMiddleware(async (asked) =>
        checkPerson(storage, asked, () => getSessionFromCtx(asked)),
      ),
    },
  }
}

type Session = { readonly user: { readonly id: string } } | null

async function checkPerson(
  storage: Storage,
  { path, body }: { readonly path: string; readonly body?: unknown },
  session: () => Promise<Session>,
): Promise<void> {
  if (path !== '/sign-up/email' && path !== '/update-user') return
  const { success, error } = personalFields.safeParse(body)
  if (!success) throw new APIError('BAD_REQUEST', { message: error.issues[0]?.message ?? 'Not a person.' })
  const handle = body && typeof body === 'object' && 'handle' in body ? body.handle : null
  const owner = typeof handle === 'string' && handle ? await ownerOf(storage, handle) : null
  if (owner !== null && owner !== (await session())?.user.id)
    throw new APIError('BAD_REQUEST', { message: 'This handle is taken.' })
}

async function ownerOf({ db }: Storage, handle: string): Promise<string | null> {
  const lower = handle.toLowerCase()
  const same = db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(handle)`, '=', lower)
    .limit(1)
  return (await same.executeTakeFirst())?.id ?? null
}

type Found = { session: object; user: object }

/** The answer of get-session, field by field (wire-contract 3); unset columns are null, not absent. */
function whoami({ session, user }: Found): NonNullable<SessionAnswer> {
  const nothing = { image: null, handle: null, bio: null, website: null, socialLinks: null, deleted: null }
  const role = 'role' in user && user.role === 'trial' ? 'trial' : 'user'
  const plain: unknown = JSON.parse(
    JSON.stringify({ session, role, user: { ...nothing, ...user, twoFactorEnabled: null } }),
  )
  return whole.parse(plain)
}
