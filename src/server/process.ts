/** How a server lives as a process: its settings, its one line, its signals, its end. */
import { readConfig, type Config } from './config.ts'
import { missingRuntime } from './runtime.ts'
import { noRoom } from './storage/no-room.ts'

const HARD_STOP_MS = 9000

type Running = { readonly stop: () => Promise<void>; readonly ready: string }

/** @param begin starts the work and says in one line that it is ready; what it throws is shown as words alone */
export async function live(begin: (config: Config) => Promise<Running>): Promise<void> {
  // A rejection that nobody waited for must not end the reading of everybody.
  process.on('unhandledRejection', (cause) => complain('Something failed that nobody waited for', cause))
  const started = await begun(begin)
  if (!started) return
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    // Unfinished work comes back by its lease, so a late end loses nothing.
    setTimeout(() => process.exit(0), HARD_STOP_MS).unref()
    void started.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        complain('The server did not stop cleanly', cause)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdout.write(`${started.ready}\n`)
}

async function begun(begin: (config: Config) => Promise<Running>): Promise<Running | null> {
  try {
    const missing = missingRuntime()
    if (missing) throw new Error(missing)
    return await begin(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`)
    process.exitCode = 1
    return null
  }
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message || String(error) : String(error)
  return noRoom(error) ? `There is no room left to write: make some, then start again. (${words})` : words
}

function complain(message: string, cause: unknown): void {
  const words = cause instanceof Error ? cause.stack : String(cause)
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), level: 'error', message, cause: words })}\n`,
  )
}
