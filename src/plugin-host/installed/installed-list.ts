/** The list of installed plugins: the server's, and without a connection the one that this browser stores. */
import { z } from 'zod'
import { installedPlugin, type InstalledPlugin } from '../../contract/plugins.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import type { Services } from '../../model/services.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import { createPluginStorage } from '../run/capabilities/plugin-storage.ts'

/** Of localStorage. */
export const LIST_KEY = 'installed-plugins'

type From = Pick<Services, 'api' | 'storage' | 'local'>

/** @throws what the server refuses */
export async function installedList({ api, storage, local }: From): Promise<readonly InstalledPlugin[]> {
  const stored = z.array(installedPlugin).safeParse(parsedJson(storage.getItem(LIST_KEY))).data ?? []
  try {
    const { data } = await api.plugins.installed({})
    storage.setItem(LIST_KEY, JSON.stringify(data))
    const gone = stored.filter((one) => !data.some(({ manifest }) => manifest.id === one.manifest.id))
    await Promise.all(gone.map(({ manifest }) => forget(local, manifest.id)))
    return data
  } catch (error) {
    if (isUnreachable(error)) return stored
    throw error
  }
}

/** What this browser stores of a plugin that is no longer installed. */
async function forget(local: Services['local'], plugin: string): Promise<void> {
  await local.call('pluginBundle.put', { plugin, stored: null })
  await createPluginStorage(plugin, local).write(null)
}
