import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/** Refuses calls that users on trial may not make. @throws Refusal trialNoPermission (1103) */
export function refuseTrial({ role }: Caller): void {
  if (role === 'trial') throw new Refusal('trialNoPermission')
}

/** Refuses calls that only administrators may make. @throws Refusal noPermission (1004) */
export function refuseUnlessAdmin({ admin }: Caller): void {
  if (!admin) throw new Refusal('noPermission')
}
