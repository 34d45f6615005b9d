import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/** What people on trial may not do before an invitation makes them users. @throws Refusal trialNoPermission (1103) */
export function refuseTrial({ role }: Caller): void {
  if (role === 'trial') throw new Refusal('trialNoPermission')
}
