/**
 * LOCAL_SIGNIN=off: passwords, passkeys and the sign-up form are closed, and users sign in only through the proxy in front or a
 * provider. Existing sessions stay valid.
 */
import { z } from 'zod'
import type { Config } from '../config.ts'
import { providersOfAdmins, providersOfUser } from '../storage/accounts/accounts.ts'
import { FORWARDED } from '../storage/accounts/forwarded-users.ts'
import type { Storage } from '../storage/open.ts'
import { providerIds } from './providers.ts'
import { hasNoAccount } from './sign-up.ts'

/** better-auth's paths that sign in without a provider, or prepare that. */
const LOCAL_PATHS = new Set([
  '/sign-in/email',
  '/sign-up/email',
  '/request-password-reset',
  '/reset-password',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
])

const isLocalOpen = ({ LOCAL_SIGNIN }: Pick<Config, 'LOCAL_SIGNIN'>): boolean => LOCAL_SIGNIN === 'on'

/** Whether this path is closed by LOCAL_SIGNIN. */
export const isClosedPath = (config: Config, path: string): boolean =>
  !isLocalOpen(config) && LOCAL_PATHS.has(path)

/**
 * Whether this path is closed because a proxy names the addresses of users: a user who took the address of another would
 * lock that user out. The sign-up form is closed by its rule.
 */
export const isClosedByProxy = ({ FORWARD_AUTH_HEADER }: Config, path: string): boolean =>
  FORWARD_AUTH_HEADER !== '' && path === '/change-email'

/** The providers other than passwords and passkeys, as account rows name them. */
const otherProviders = (config: Config): string[] => [
  ...providerIds(config),
  ...(config.FORWARD_AUTH_HEADER ? [FORWARDED] : []),
]

const unlinked = z.object({ accountId: z.string() })

/** Whether a user could not sign in without the account row that the body of unlink-account names. */
export async function isOnlyWay(
  storage: Storage,
  config: Config,
  { userId, body }: { readonly userId: string; readonly body: unknown },
): Promise<boolean> {
  const parsed = unlinked.safeParse(body)
  if (isLocalOpen(config) || !parsed.success) return false
  const providers = otherProviders(config)
  const rows = await providersOfUser(storage, userId)
  const ways = rows.filter(({ providerId }) => providers.includes(providerId))
  return ways.length === 1 && ways[0]?.id === parsed.data.accountId
}

/** @throws with a message for the operator when LOCAL_SIGNIN=off would leave a server without an admin who can sign in */
export async function requireOtherWay(storage: Storage, config: Config): Promise<void> {
  if (isLocalOpen(config)) return
  const providers = otherProviders(config)
  if (providers.length === 0)
    throw new Error(
      'LOCAL_SIGNIN=off needs another way to sign in: set FORWARD_AUTH_HEADER, OIDC_ISSUER or the client of another provider.',
    )
  if (await hasNoAccount(storage)) return
  const linked = await providersOfAdmins(storage)
  if (linked.some((provider) => providers.includes(provider))) return
  throw new Error(
    'LOCAL_SIGNIN=off would lock the admin out: no admin has another way to sign in yet. Start with LOCAL_SIGNIN=on, sign in as the admin, and link a provider under Settings, Account (with FORWARD_AUTH_HEADER, open Lectern through the proxy while signed in).',
  )
}
