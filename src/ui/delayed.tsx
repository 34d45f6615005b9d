import { useEffect, useState, type ReactNode } from 'react'

/** ms; what takes less is not noticed. */
const NOTICED_MS = 350

/** Draws what stands for something on its way only once that takes longer than one notices: mostly it never does. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  const [noticed, setNoticed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(true), NOTICED_MS)
    return () => clearTimeout(timer)
  }, [])
  return noticed && children
}
