import type { CallName } from '../../contract/paths.ts'
import { callScopes } from '../../contract/token-scopes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/** @throws Refusal noPermission where the caller's token has not the scope that a call needs */
export function requireScope(user: Caller | null, name: CallName): void {
  if (!user?.access) return
  const scope = callScopes[name]
  if (scope === null) throw new Refusal('noPermission', `${name} is not open to tokens.`)
  if (!user.access.scopes.includes(scope))
    throw new Refusal('noPermission', `${name} needs the scope "${scope}", which this token does not have.`)
}
