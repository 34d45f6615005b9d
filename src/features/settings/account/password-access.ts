import type { AppPassword, TokenLimit } from '../../../contract/app-passwords.ts'
import { tokenScopes, type TokenScope } from '../../../contract/token-scopes.ts'
import type { Translation } from '../../../ui/index.ts'

/** What a new app password may do. */
export type PasswordAccess = {
  readonly scopes: readonly TokenScope[]
  /** Null: all feeds. */
  readonly limit: TokenLimit | null
}

/** What other readers need. */
export const defaultAccess: PasswordAccess = { scopes: ['read', 'mark', 'manage'], limit: null }

/** Whether something may be done, with something. */
export const isUsable = ({ scopes, limit }: PasswordAccess): boolean =>
  scopes.length > 0 && (limit === null || limit.folders.length + limit.feeds.length > 0)

/** A limited password cannot manage: it could move feeds into its folders. */
export const limitedAccess = ({ scopes }: PasswordAccess, limit: TokenLimit | null): PasswordAccess => ({
  scopes: limit ? scopes.filter((scope) => scope !== 'manage') : scopes,
  limit,
})

/** The access of an app password in words. */
export function accessText(
  { scopes, limit }: Pick<AppPassword, 'scopes' | 'limit'>,
  t: Translation['t'],
): string {
  if (scopes === null) return t('account.readers.everything')
  const named = tokenScopes.filter((scope) => scopes.includes(scope))
  const words = named.map((scope) => t(`account.readers.scope.${scope}`))
  return [...words, ...(limit ? [t('account.readers.limited')] : [])].join(' · ')
}
