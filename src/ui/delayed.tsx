import { useEffect, useState, type ReactNode } from 'react'

/** ms; shorter waits are not noticed. */
const NOTICED_MS = 350

/** Renders a loading state only after a delay, so that short waits show none. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  const [noticed, setNoticed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(true), NOTICED_MS)
    return () => clearTimeout(timer)
  }, [])
  return noticed && children
}
