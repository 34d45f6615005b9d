/** Ends a server program: cleanly at the first signal, and in any case within ten seconds. */
import { createLog } from './log.ts'

const HARD_STOP_MS = 9000

/**
 * Calls `stop` once, at the first SIGTERM, SIGINT (Ctrl+C) or SIGHUP (the terminal was closed), and then exits: with 0, or
 * with 1 when `stop` rejects. Further signals change nothing: Ctrl+C reaches the whole process group and npm passes it on as
 * well, so one press may arrive twice.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const begin = () => {
    if (stopping) return
    stopping = true
    // Unfinished work is reclaimed by its lease, so a late exit loses nothing.
    setTimeout(() => process.exit(0), HARD_STOP_MS).unref()
    void stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        createLog('error').error('The server did not stop cleanly', { cause })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, begin)
  // Writes to a closed terminal fail, which must not end the program before its work is requeued.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
