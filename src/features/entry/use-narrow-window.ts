import { useSyncExternalStore } from 'react'

const narrowWindow = matchMedia('(width < 640px)')
const isNarrow = () => narrowWindow.matches
const subscribe = (changed: () => void) => {
  narrowWindow.addEventListener('change', changed)
  return () => narrowWindow.removeEventListener('change', changed)
}

/** @returns whether the window has the width of a phone */
export const useNarrowWindow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
