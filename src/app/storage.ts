/** Storage that never throws: without permission, or when the disk is full, values live in memory until the page closes. */
import type { KeyValue } from '../model/services.ts'

export function forgiving(open: () => Storage): KeyValue {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(open())
    } catch {
      return fallback
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => {
      const isStored = attempt((storage) => (storage.setItem(key, value), true), false)
      if (isStored) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}
