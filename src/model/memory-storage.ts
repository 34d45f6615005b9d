import type { KeyValue } from './services.ts'

/** In place of localStorage where there is no browser. */
export function memoryStorage(): KeyValue & { readonly stored: Map<string, string> } {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}
