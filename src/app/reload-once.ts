/** Reloads when a lazy chunk is missing because a newer build replaced it; only once, to prevent a loop (spec 2). */
const FLAG = 'lectern:reloaded-for-module'

export function reloadOnMissingModule(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}

/** @returns whether the page is being reloaded */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(FLAG)) return false
    sessionStorage.setItem(FLAG, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}

/** The browsers' messages for a module that failed to load. */
export const isMissingModule = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
