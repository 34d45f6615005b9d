import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 1024px)'
const isWide = () => matchMedia(WIDE).matches
const subscribe = (changed: () => void) => {
  const window = matchMedia(WIDE)
  window.addEventListener('change', changed)
  return () => window.removeEventListener('change', changed)
}

/** @returns whether a page shows what is chosen beside its list; a smaller window has no room for both */
export const useHasDetail = (): boolean => useSyncExternalStore(subscribe, isWide)
