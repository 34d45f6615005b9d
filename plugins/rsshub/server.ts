import { defineServer } from '../../src/plugin-api/server.ts'
import * as tables from './migrations/0001-instances.ts'
import { addressAt } from './server/address.ts'
import { answerCalls } from './server/calls.ts'
import { openKeys } from './server/keys.ts'
import { baseOf } from './server/source.ts'
import { type Tables, instancesBefore, recordHealth } from './server/tables.ts'
import { readConfig } from './server/read-config.ts'
import type { Services } from './server/services.ts'

/** The target of rsshub:// addresses in exports for other programs, where nothing else is named (wire-contract 8). */
const PUBLIC_RSSHUB = 'https://rsshub.app'

export default defineServer(
  (host) => {
    const serverUrl = String(host.environment['RSSHUB_URL'])
    const services = {
      host,
      db: host.tables<Tables>(),
      keys: openKeys(host),
      serverUrl,
    }
    host.configs({ RSSHUB_ENABLED: serverUrl !== '' })
    host.feedScheme('rsshub', {
      name: 'RSSHub',
      variable: 'RSSHUB_URL',
      // RSSHub caches its output for an hour, and answers 404 for a route that it does not have.
      everyMinutes: 60,
      missing: 'rsshubRouteNotFound',
      async locate(address, userId) {
        const base = await baseOf(services, address, userId)
        return base && addressAt(base, address.slice('rsshub://'.length))
      },
      exported: (address, base) =>
        `${(base || serverUrl || PUBLIC_RSSHUB).replace(/\/+$/, '')}/${address.slice('rsshub://'.length)}`,
    })
    host.round('rsshub-health', { everyMinutes: 10, run: (signal) => checkInstances(services, signal) })
    answerCalls(services)
  },
  { '0001-instances': tables },
)

/** Health check of shared instances: availability and current configuration. */
const STALE_MS = 30 * 60_000

async function checkInstances({ host, db, keys }: Services, signal: AbortSignal): Promise<void> {
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
