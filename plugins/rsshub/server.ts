import { defineServer } from '../../src/plugin-api/server.ts'
import { addressAt } from './server/address.ts'
import { answerCalls } from './server/calls.ts'
import { checkInstances } from './server/health.ts'
import { openKeys } from './server/keys.ts'
import { baseOf } from './server/source.ts'
import type { Tables } from './server/tables.ts'

/** The target of rsshub:// addresses in exports for other programs, where nothing else is named (wire-contract 8). */
const PUBLIC_RSSHUB = 'https://rsshub.app'

export default defineServer((host) => {
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
})
