import { useSyncExternalStore } from 'react'

const onResize = (heard: () => void) => {
  window.addEventListener('resize', heard)
  return () => window.removeEventListener('resize', heard)
}
/** Only the steps matter, so only they are told: a window that is dragged does not draw the page at each pixel. */
const step = () => (window.innerWidth < 640 ? 639 : window.innerWidth < 1024 ? 1023 : 1024)

/** px, rounded to the largest width of its class */
export const useWindowWidth = (): number => useSyncExternalStore(onResize, step)
