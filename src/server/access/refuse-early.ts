/** Refuses what a caller may not do with any input, before the input is read. */
import type { Call } from '../../contract/call.ts'
import { calls } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'
import { refuseUnlessAdmin } from '../routes/refuse.ts'
import { limitedCalls } from './limited-calls.ts'
import { requireScope } from './require-scope.ts'

const ADMIN_GROUPS = ['admin.', 'retention.', 'metrics.']
const ADMIN_CALLS: ReadonlySet<CallName> = new Set(['probes.postgresql', 'probes.redis', 'probes.bullmq'])

/** Calls for administrators only. Their handlers refuse others as well. */
export const isAdminCall = (name: CallName): boolean =>
  ADMIN_CALLS.has(name) ||
  ADMIN_GROUPS.some((group) => name.startsWith(group)) ||
  (calls as Readonly<Record<string, Call>>)[name]?.admin === true

/** @throws Refusal noPermission, onlyAdminsRefresh */
export function refuseEarly(user: Caller | null, name: CallName): void {
  if (!user) return
  if (user.access) requireScope(user, name)
  if (isAdminCall(name)) refuseUnlessAdmin(user)
  if (name === 'feeds.refresh' && !user.admin) throw new Refusal('onlyAdminsRefresh')
  refuseUnlimitedCall(user, name)
}

/** @throws Refusal noPermission where a token that is limited to some feeds may not use the call at all */
function refuseUnlimitedCall(user: Caller, name: CallName): void {
  if (user.access?.limit && name !== 'plugins.call' && !(name in limitedCalls))
    throw new Refusal('noPermission', `${name} is not open to a token that is limited to some feeds.`)
}
