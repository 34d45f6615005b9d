/** The language model for a plugin, at the expense of one user's requests of the day. */
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import type { ModelAccess, ModelUser } from '../../plugin-api/server.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { queryModel, streamModel, withoutThoughts } from './model.ts'
import { counted, hasQuota, usedToday } from './quota.ts'

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
