/**
 * Memoises an async call. A failure is not cached: the next call tries again.
 * @returns the memoised call; rejects with the error of the fetch
 */
export function memoizeAsync<T>(fetch: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () =>
    (pending ??= fetch().catch((error: unknown) => {
      pending = undefined
      throw error
    }))
}
