/** What a plugin stores in this browser. */
import type { Services } from '../model/services.ts'
import type { PluginStorage } from '../plugin-api/client.ts'
import { PluginRefusal } from '../plugin-api/manifest.ts'

/** Characters of JSON. */
const LIMIT = 250_000

export function createPluginStorage(plugin: string, local: Services['local']): PluginStorage {
  const key = `plugin ${plugin}`
  return {
    read: () => local.call('meta.get', key),
    async write(value) {
      if (JSON.stringify(value ?? null).length > LIMIT) throw new PluginRefusal('app:plugin.storageFull')
      await local.call('meta.set', { key, value })
    },
  }
}
