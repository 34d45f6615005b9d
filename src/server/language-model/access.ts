/** The language model for a plugin, at the expense of one user's requests of the day. */
import { modelProblem } from '../../contract/model-problems.ts'
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import type { ModelAccess, ModelUser } from '../../plugin-api/server.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services, RequestContext, Caller } from '../http/routes.ts'
import { queryModel, streamModel, withoutThoughts, hasModel } from './model.ts'
import { addModelUse, modelUseOf, refundModelUse } from '../storage/accounts/model-usage.ts'

/** @param signal aborted when nobody waits for the response */
export function modelFor(
  services: Pick<Services, 'config' | 'log' | 'storage' | 'now'>,
  user: ModelUser,
  signal: AbortSignal,
): ModelAccess {
  const input = { ...services, user, signal }
  const { AI_REQUESTS_PER_DAY: limit, AI_MODEL: model } = services.config
  return {
    require() {
      try {
        hasQuota(input)
      } catch (error) {
        refuse(error)
      }
    },
    query(task, until = signal) {
      const run = { ...input, signal: until }
      return counted(run, () => queryModel(run, task)).catch(refuse)
    },
    async stream({ instructions, messages }) {
      const talk = { instructions, messages: [...messages] }
      return refusing(await counted(input, () => streamModel(input, talk)).catch(refuse))
    },
    withoutThoughts,
    usage: async () => ({ asked: await usedToday(input), limit, model }),
  }
}

function refuse(error: unknown): never {
  throw error instanceof Refusal ? new PluginRefusal(error.key, undefined, error.reason) : error
}

async function* refusing(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* chunks
  } catch (error) {
    refuse(error)
  }
}

/** The daily quota (UTC) of model calls per user. Cached responses cost nothing. */
type QuotaInput = Pick<RequestContext, 'storage' | 'config' | 'now' | 'signal'> & {
  /** `admin` is absent in a job, whose refusals no one reads. */
  readonly user: Pick<Caller, 'id' | 'role'> & { readonly admin?: boolean }
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** @throws Refusal aiNotSetUp, or trialNoPermission */
function hasQuota({ user, config }: QuotaInput): void {
  // Only admins need to know how to set one up.
  if (!hasModel(config)) throw new Refusal('aiNotSetUp', user.admin ? modelProblem('notSetUp') : undefined)
  if (user.role === 'trial') throw new Refusal('trialNoPermission')
}

/** Runs one model call. A failure is not counted, one that was cancelled is: the model has read its input. @throws Refusal aiQuotaExceeded */
async function counted<T>(
  { user, storage, config, now, signal }: QuotaInput,
  callModel: () => Promise<T>,
): Promise<T> {
  const limit = config.AI_REQUESTS_PER_DAY
  const day = dayOf(now())
  if (!(await addModelUse(storage, { userId: user.id, day, limit: limit === 0 ? null : limit })))
    throw new Refusal('aiQuotaExceeded', modelProblem('usedUp', { limit: String(limit) }))
  try {
    return await callModel()
  } catch (error) {
    if (!signal.aborted) await refundModelUse(storage, user.id, day)
    throw error
  }
}

/** @returns the user's model calls today */
const usedToday = ({ user, storage, now }: QuotaInput): Promise<number> =>
  modelUseOf(storage, user.id, dayOf(now()))
