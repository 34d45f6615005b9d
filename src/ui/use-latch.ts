import { useState } from 'react'

/**
 * True from the first time that something is wanted, and for good: a lazy part is fetched when first opened and
 * stays mounted afterwards, so that it can close with its motion.
 */
export const useLatch = (wanted: boolean): boolean => {
  const [ever, setEver] = useState(wanted)
  if (wanted && !ever) setEver(true)
  return ever || wanted
}
