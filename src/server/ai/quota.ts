/** How often a person may ask the model in a day (UTC). What is answered from the library costs nothing. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Caller } from '../http/routes.ts'
import { addUsage, refundUsage, usageOf } from '../storage/ai.ts'
import { hasModel } from './model.ts'

type Given = Pick<RequestContext, 'storage' | 'config' | 'now'> & {
  readonly user: Pick<Caller, 'id' | 'role'>
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** @throws Refusal aiNotSetUp, or trialNoPermission */
export function hasQuota({ user, config }: Given): void {
  if (!hasModel(config)) throw new Refusal('aiNotSetUp', 'AI_BASE_URL and AI_MODEL say which one to ask.')
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
}

/** Does something that asks the model once; what fails is not counted. @throws Refusal aiQuotaExceeded */
export async function counted<T>({ user, storage, config, now }: Given, ask: () => Promise<T>): Promise<T> {
  const limit = config.AI_REQUESTS_PER_DAY
  const day = dayOf(now())
  if (!(await addUsage(storage, { userId: user.id, day, limit: limit === 0 ? null : limit })))
    throw new Refusal('aiQuotaExceeded', `${limit} requests a day. The next day begins at midnight UTC.`)
  try {
    return await ask()
  } catch (error) {
    await refundUsage(storage, user.id, day)
    throw error
  }
}

/** @returns how often the person asked today */
export const usedToday = ({ user, storage, now }: Given): Promise<number> =>
  usageOf(storage, user.id, dayOf(now()))
