/** The most recently used values, up to a total size. */
export type BoundedCache<V> = {
  get(key: string): V | undefined
  /** A value that is larger than the whole cache is not stored. */
  set(key: string, value: V, size: number): void
}

export function createBoundedCache<V>(limit: number): BoundedCache<V> {
  /** Least recently used first. */
  const stored = new Map<string, { readonly value: V; readonly size: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= stored.get(key)?.size ?? 0
    stored.delete(key)
  }
  return {
    get(key) {
      const found = stored.get(key)
      if (!found) return undefined
      stored.delete(key)
      stored.set(key, found)
      return found.value
    },
    set(key, value, size) {
      remove(key)
      if (size > limit) return
      stored.set(key, { value, size })
      total += size
      for (const oldest of stored.keys()) {
        if (total <= limit) break
        remove(oldest)
      }
    },
  }
}
