/** Finds plugins that do not respond: no event says that a frame has crashed, or that a worker loops. */
const INTERVAL_MS = 2000
/** Pings without a response after which the plugin is ended. */
const MISSED = 2

/** @returns `responded` for each response, and `stop` */
export function startHeartbeat(ping: () => void, lost: () => void) {
  let missed = 0
  const timer = setInterval(() => {
    if (missed >= MISSED) {
      clearInterval(timer)
      lost()
      return
    }
    missed += 1
    ping()
  }, INTERVAL_MS)
  return { responded: () => void (missed = 0), stop: () => clearInterval(timer) }
}
