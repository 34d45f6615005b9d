/** ms after which a task runs though the browser was never idle. */
const LATEST_MS = 3000

/** Runs each task in an idle moment of its own, in their order. */
export function preloadWhenIdle(tasks: readonly (() => void)[]): void {
  for (const task of tasks) {
    if ('requestIdleCallback' in window) requestIdleCallback(() => task(), { timeout: LATEST_MS })
    else setTimeout(task, LATEST_MS / 5)
  }
}
