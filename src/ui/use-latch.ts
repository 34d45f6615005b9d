import { useState } from 'react'

/**
 * True once the input was true: a lazy component loads when first opened and stays mounted afterwards, so that its
 * closing animation runs.
 */
export const useLatch = (open: boolean): boolean => {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return wasOpened || open
}
