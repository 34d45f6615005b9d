/** Health check of shared instances: availability and current configuration. */
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { instancesBefore, recordHealth } from '../storage/feeds/rsshub.ts'
import { readConfig } from './read-config.ts'

const ROUND_MS = 10 * 60_000
const STALE_MS = 30 * 60_000

export const rsshubQueue = (
  services: Pick<Services, 'storage' | 'outbound' | 'now' | 'instanceKeys'>,
): Queues => ({
  'rsshub-health': { every: ROUND_MS, run: (_, signal) => round(services, signal) },
})

async function round(
  { storage, outbound, now, instanceKeys }: Pick<Services, 'storage' | 'outbound' | 'now' | 'instanceKeys'>,
  signal: AbortSignal,
): Promise<void> {
  for (const instance of await instancesBefore(storage, now() - STALE_MS)) {
    if (signal.aborted) return
    const config = await readConfig(outbound, {
      ...instance,
      accessKey: instanceKeys.open(instance.accessKey),
    })
    if (signal.aborted) return
    const at = now()
    await recordHealth(
      storage,
      instance.id,
      config.ok
        ? {
            description: config.description,
            price: config.price,
            userLimit: config.userLimit,
            errorMessage: null,
            errorAt: null,
            checkedAt: at,
          }
        : { errorMessage: config.message, errorAt: instance.errorAt ?? at, checkedAt: at },
    )
  }
}
