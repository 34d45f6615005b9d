/** Runs a server as a process: settings, the ready line, signals, exit. */
import { readConfig, type Config } from './config.ts'
import { createLog } from './log.ts'
import { releaseMemoryWhenIdle } from './release-memory.ts'
import { missingRuntime } from './runtime.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { diskFull } from './storage/engine/disk-full.ts'

type Running = { readonly stop: () => Promise<void>; readonly ready: string }

/** @param begin starts the server and returns its ready line; of an error only the message is shown */
export async function live(begin: (config: Config) => Promise<Running>): Promise<void> {
  const log = createLog('error')
  // An unhandled rejection must not stop the server for all users.
  process.on('unhandledRejection', (cause) => log.error('Unhandled promise rejection', { cause }))
  const started = await begun(begin)
  if (!started) return
  stopOnSignal(started.stop)
  releaseMemoryWhenIdle()
  process.stdout.write(`${started.ready}\n`)
}

async function begun(begin: (config: Config) => Promise<Running>): Promise<Running | null> {
  try {
    const missing = missingRuntime()
    if (missing) throw new Error(missing)
    return await begin(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = 1
    return null
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || String(error) : String(error)
  return diskFull(error) ? `The disk is full: free some space, then start again. (${message})` : message
}
