/** The daily quota (UTC) of model calls per user. Cached responses cost nothing. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Caller } from '../http/routes.ts'
import { addModelUse, modelUseOf, refundModelUse } from '../storage/accounts/model-usage.ts'
import { hasModel } from './model.ts'

type QuotaInput = Pick<RequestContext, 'storage' | 'config' | 'now' | 'signal'> & {
  /** `admin` is absent in a job, whose refusals no one reads. */
  readonly user: Pick<Caller, 'id' | 'role'> & { readonly admin?: boolean }
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** @throws Refusal aiNotSetUp, or trialNoPermission */
export function hasQuota({ user, config }: QuotaInput): void {
  // Only admins need to know how to set one up.
  if (!hasModel(config))
    throw new Refusal('aiNotSetUp', user.admin ? 'Set AI_BASE_URL and AI_MODEL.' : undefined)
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
}

/** Runs one model call. A failure is not counted, one that was cancelled is: the model has read its input. @throws Refusal aiQuotaExceeded */
export async function counted<T>(
  { user, storage, config, now, signal }: QuotaInput,
  callModel: () => Promise<T>,
): Promise<T> {
  const limit = config.AI_REQUESTS_PER_DAY
  const day = dayOf(now())
  if (!(await addModelUse(storage, { userId: user.id, day, limit: limit === 0 ? null : limit })))
    throw new Refusal('aiQuotaExceeded', `${limit} requests a day. The next day begins at midnight UTC.`)
  try {
    return await callModel()
  } catch (error) {
    if (!signal.aborted) await refundModelUse(storage, user.id, day)
    throw error
  }
}

/** @returns the user's model calls today */
export const usedToday = ({ user, storage, now }: QuotaInput): Promise<number> =>
  modelUseOf(storage, user.id, dayOf(now()))
