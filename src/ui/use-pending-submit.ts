import { useEffect, useState } from 'react'

/**
 * Enter pressed before a search is over means what that search will find, not what stood there before.
 * @param written what is searched for: writing on takes the Enter back
 * @param choose takes what was found, once it is
 * @returns to be called at such an Enter
 */
export function usePendingSubmit(written: string, searching: boolean, choose: () => void): () => void {
  const [pressedFor, press] = useState<string | null>(null)
  useEffect(() => {
    if (searching || pressedFor === null) return
    press(null)
    if (pressedFor === written) choose()
  }, [searching, pressedFor, written, choose])
  return () => press(written)
}
