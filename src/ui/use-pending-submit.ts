import { useEffect, useState } from 'react'

/**
 * Defers Enter until a running search has finished, so that it selects from the new results.
 * @param written the query; changing it cancels the pending Enter
 * @param choose selects the first result
 * @returns call on Enter while searching
 */
export function usePendingSubmit(written: string, searching: boolean, choose: () => void): () => void {
  const [pendingFor, setPending] = useState<string | null>(null)
  useEffect(() => {
    if (searching || pendingFor === null) return
    setPending(null)
    if (pendingFor === written) choose()
  }, [searching, pendingFor, written, choose])
  return () => setPending(written)
}
