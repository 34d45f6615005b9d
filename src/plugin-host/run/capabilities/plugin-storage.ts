/** What a plugin stores in this browser. */
import type { Services } from '../../../model/services.ts'
import type { PluginStorage } from '../../../plugin-api/client.ts'
import { PluginRefusal } from '../../../plugin-api/manifest.ts'

/** Characters of JSON. */
const LIMIT = 250_000

/**
 * @param origin the address that the plugin was installed from, or the hash of its file; null for a built-in one. What a
 * plugin of another origin has stored under the same id is deleted.
 */
export function createPluginStorage(
  plugin: string,
  local: Services['local'],
  origin: string | null = null,
): PluginStorage {
  const key = `plugin ${plugin}`
  let own: Promise<void> | null = null
  const ready = () => (own ??= origin === null ? Promise.resolve() : deleteOfOthers(local, { key, origin }))
  return {
    async read() {
      await ready()
      return local.call('meta.get', key)
    },
    async write(value) {
      await ready()
      if (JSON.stringify(value ?? null).length > LIMIT) throw new PluginRefusal('app:plugin.storageFull')
      await local.call('meta.set', { key, value })
    },
  }
}

async function deleteOfOthers(
  local: Services['local'],
  { key, origin }: { readonly key: string; readonly origin: string },
): Promise<void> {
  const originKey = `origin of ${key}`
  const before = await local.call('meta.get', originKey)
  if (before === origin) return
  // Older readers did not note where it came from.
  if (before !== null && before !== undefined) await local.call('meta.set', { key, value: null })
  await local.call('meta.set', { key: originKey, value: origin })
}
