import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/** Refuses calls that only administrators may make. @throws Refusal noPermission (1004) */
export function refuseUnlessAdmin({ admin }: Caller): void {
  if (!admin) throw new Refusal('noPermission')
}
