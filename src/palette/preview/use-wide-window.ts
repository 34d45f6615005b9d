import { useSyncExternalStore } from 'react'

/** As in palette.css. */
const wideWindow = matchMedia('(width >= 900px)')
const isWide = () => wideWindow.matches
const subscribe = (changed: () => void) => {
  wideWindow.addEventListener('change', changed)
  return () => wideWindow.removeEventListener('change', changed)
}

/** @returns whether the window has room for a preview beside the list */
export const useWideWindow = (): boolean => useSyncExternalStore(subscribe, isWide)
