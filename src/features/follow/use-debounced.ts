import { useEffect, useState } from 'react'

/** The value once it has not changed for a while, so that nobody is asked at each letter. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
