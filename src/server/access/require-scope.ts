import { tokenScopeOf, type CallName } from '../../contract/paths.ts'
import type { TokenScope } from '../../contract/token-scopes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/**
 * The scope of `plugins.call` depends on its input: `admit` requires it.
 * @throws Refusal noPermission where the caller's token lacks the scope of the call
 */
export function requireScope(user: Caller | null, name: CallName): void {
  if (name !== 'plugins.call') requireScopeFor(user, name, tokenScopeOf(name))
}

/** @param what the call @throws Refusal noPermission where the caller's token lacks the scope; null: no token has it */
export function requireScopeFor(user: Caller | null, what: string, scope: TokenScope | null): void {
  if (!user?.access) return
  if (scope === null) throw new Refusal('noPermission', `${what} is not open to tokens.`)
  if (!user.access.scopes.includes(scope))
    throw new Refusal('noPermission', `${what} needs the scope "${scope}", which this token does not have.`)
}
