/**
 * Asks the browser, once the user has done something, not to clear the database when space runs short: that is the
 * greater danger to it than any crash. Browsers look kinder on the wish after a gesture.
 */
export function requestPersistentStorage(): () => void {
  if (typeof navigator === 'undefined' || !navigator.storage?.persist) return () => undefined
  const granted = new AbortController()
  const ask = (): void => {
    granted.abort()
    navigator.storage.persist().catch(() => undefined)
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ask, { signal: granted.signal, passive: true })
  return () => granted.abort()
}
