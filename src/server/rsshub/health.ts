/** Looks after shared instances: whether they answer, and what they say of themselves today. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { instancesBefore, recordHealth } from '../storage/rsshub.ts'
import { readConfig } from './read-config.ts'

const ROUND_MS = 10 * 60_000
const STALE_MS = 30 * 60_000

export const rsshubQueue = (
  given: Pick<Services, 'storage' | 'outbound' | 'now' | 'instanceKeys'>,
): Queues => ({
  'rsshub-health': { every: ROUND_MS, run: (_, signal) => round(given, signal) },
})

async function round(
  { storage, outbound, now, instanceKeys }: Pick<Services, 'storage' | 'outbound' | 'now' | 'instanceKeys'>,
  signal: AbortSignal,
): Promise<void> {
  for (const instance of await instancesBefore(storage, now() - STALE_MS)) {
    if (signal.aborted) return
    const said = await readConfig(outbound, { ...instance, accessKey: instanceKeys.open(instance.accessKey) })
    if (signal.aborted) return
    const at = now()
    await recordHealth(
      storage,
      instance.id,
      said.ok
        ? {
            description: said.description,
            price: said.price,
            userLimit: said.userLimit,
            errorMessage: null,
            errorAt: null,
            checkedAt: at,
          }
        : { errorMessage: said.words, errorAt: instance.errorAt ?? at, checkedAt: at },
    )
  }
}
