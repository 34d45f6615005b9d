/** The values that a server half stores for its user, within bounds. */
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import { MAX_VALUE, MAX_VALUES, MAX_VALUES_CHARACTERS, type PluginValues } from '../../plugin-api/server.ts'
import { lockUser } from '../storage/accounts/users.ts'
import {
  deletePluginValue,
  pluginValue,
  putPluginValue,
  sizeOfOthers,
} from '../storage/plugins/plugin-values.ts'
import type { Storage } from '../storage/open.ts'
import type { Seal } from './sealed.ts'

const NAME = /^[\w./:-]{1,100}$/

export function createValues(storage: Storage, seal: Seal, userId: string, manifest: Manifest): PluginValues {
  const { id, permissions } = manifest
  const named = (name: string): string => {
    if (!permissions.includes('values')) throw new PluginRefusal('plugin.forbidden')
    if (!NAME.test(name)) throw new PluginRefusal('plugin.badValueName', { name: name.slice(0, 100) })
    return name
  }
  return {
    async get(name) {
      const stored = await pluginValue(storage, userId, id, named(name))
      if (!stored) return null
      return JSON.parse(stored.sealed ? seal.open(stored.value) : stored.value) as unknown
    },
    async set(name, value, { sealed = false } = {}) {
      const text = JSON.stringify(value ?? null)
      named(name)
      // Values that are set at the same time must not pass the bounds together.
      await storage.db.transaction().execute(async (db) => {
        const open = { ...storage, db }
        await lockUser(open, userId)
        const others = await sizeOfOthers(open, userId, id, name)
        const isTooMuch =
          text.length > MAX_VALUE ||
          others.count >= MAX_VALUES ||
          others.characters + text.length > MAX_VALUES_CHARACTERS
        if (isTooMuch) throw new PluginRefusal('plugin.valuesFull')
        await putPluginValue(open, userId, id, { name, sealed, value: sealed ? seal.close(text) : text })
      })
    },
    delete: (name) => deletePluginValue(storage, userId, id, named(name)),
  }
}
