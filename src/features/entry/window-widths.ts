import { useSyncExternalStore } from 'react'

/** @returns a hook that says whether a media query matches */
function createMediaHook(query: string): () => boolean {
  const media = matchMedia(query)
  const matches = () => media.matches
  const subscribe = (changed: () => void) => {
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, matches)
}

/** @returns whether the window has the width of a phone */
export const useNarrowWindow = createMediaHook('(width < 640px)')
/** @returns whether the bar of an entry beside the list has room for words */
export const useWideWindow = createMediaHook('(width >= 1400px)')
