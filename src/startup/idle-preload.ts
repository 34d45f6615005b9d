/** ms after which a task runs though the browser was never idle. */
const LATEST_MS = 3000

/**
 * Runs each task in an idle moment of its own, in their order. One that fails, because the server is away, is left to the
 * first use of what it would have loaded.
 */
export function preloadWhenIdle(tasks: readonly (() => unknown)[]): void {
  for (const load of tasks) {
    const task = () => void attempt(load)
    if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: LATEST_MS })
    else setTimeout(task, LATEST_MS / 5)
  }
}

async function attempt(load: () => unknown): Promise<void> {
  try {
    await load()
  } catch {
    // Loaded when it is first used.
  }
}
