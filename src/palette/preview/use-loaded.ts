import { useEffect, useState } from 'react'

/**
 * What `load` returns for a subject; null until then, or where it fails. Another subject cancels the load.
 * @param subject identifies what is loaded @param load the same function in every render, or memoised
 */
export function useLoaded<T>(subject: string, load: (signal: AbortSignal) => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly value: T } | null>(null)
  useEffect(() => {
    const request = new AbortController()
    load(request.signal).then(
      (value) => !request.signal.aborted && setLoaded({ of: subject, value }),
      () => {},
    )
    return () => request.abort()
  }, [subject, load])
  return loaded?.of === subject ? loaded.value : null
}
