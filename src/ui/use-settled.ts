import { useEffect, useState } from 'react'

/** The value after it has not changed for so many ms, so that not every keystroke sends a request. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
