/** Storage that never throws: in a page without permission, or with a full disk, it forgets at the end of the visit. */
import type { KeyValue } from '../model/services.ts'

export function forgiving(open: () => Storage): KeyValue {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, instead: T): T => {
    try {
      return use(open())
    } catch {
      return instead
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => {
      const kept = attempt((storage) => (storage.setItem(key, value), true), false)
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}
