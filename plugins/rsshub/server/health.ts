/** Health check of shared instances: availability and current configuration. */
import { readConfig } from './read-config.ts'
import type { Services } from './services.ts'
import { instancesBefore, recordHealth } from './tables.ts'

const STALE_MS = 30 * 60_000

export async function checkInstances({ host, db, keys }: Services, signal: AbortSignal): Promise<void> {
  for (const instance of await instancesBefore(db, host.now() - STALE_MS)) {
    if (signal.aborted) return
    const config = await readConfig(host, {
      ...instance,
      accessKey: keys.open(instance.accessKey),
    })
    if (signal.aborted) return
    const at = host.now()
    await recordHealth(
      db,
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
