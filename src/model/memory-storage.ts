import type { KeyValue } from './services.ts'

/** A replacement for localStorage outside of a browser. */
export function memoryStorage(): KeyValue & { readonly stored: Map<string, string> } {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}
