/** ms after which a task runs though the browser was never idle, and the next one no longer waits for the end of the one before. */
const LATEST_MS = 3000
/** ms between two tasks where the browser does not say when it is idle. */
const PAUSE_MS = 100

/**
 * Runs each task in an idle moment of its own, in their order: not before the one before has ended, so that what they load is
 * never evaluated together. One that fails, because the server is away, is left to the first use of what it would have
 * loaded.
 */
export async function preloadWhenIdle(tasks: readonly (() => unknown)[]): Promise<void> {
  for (const load of tasks) {
    await idleMoment()
    await Promise.race([attempt(load), pause(LATEST_MS)])
  }
}

const idleMoment = (): Promise<unknown> =>
  'requestIdleCallback' in window
    ? new Promise((resolve) => requestIdleCallback(resolve, { timeout: LATEST_MS }))
    : pause(PAUSE_MS)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function attempt(load: () => unknown): Promise<void> {
  try {
    await load()
  } catch {
    // Loaded when it is first used.
  }
}
