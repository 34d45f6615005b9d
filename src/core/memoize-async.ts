/**
 * What is fetched at most once, however many ask. A failure is forgotten: whoever asks next tries anew.
 * @returns asks for it; rejects with the error of the fetch
 */
export function memoizeAsync<T>(fetch: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined
  return () =>
    (coming ??= fetch().catch((error: unknown) => {
      coming = undefined
      throw error
    }))
}
