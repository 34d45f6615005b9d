import { useSyncExternalStore } from 'react'

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
/** Only the breakpoints matter: resizing must not render the page at each pixel. */
const widthClass = () => (window.innerWidth < 640 ? 639 : window.innerWidth < 1024 ? 1023 : 1024)

/** px, rounded to the largest width of its class */
export const useWindowWidth = (): number => useSyncExternalStore(onResize, widthClass)
