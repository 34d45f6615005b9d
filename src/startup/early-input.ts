declare global {
  interface Window {
    /** Set by pre-paint.js. */
    earlyKeys?:
      | {
          readonly keys: readonly KeyboardEvent[]
          /** The listener that collects `keys`. */
          readonly collect: (event: KeyboardEvent) => void
        }
      | undefined
  }
}

/** The keys that were pressed before this call, in order; whoever calls it listens from then on. Once. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const { earlyKeys } = window
  if (!earlyKeys) return []
  delete window.earlyKeys
  window.removeEventListener('keydown', earlyKeys.collect)
  return earlyKeys.keys
}
