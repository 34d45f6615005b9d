/** How a server lives as a process: its settings, its one line, its signals, its end. */
import { readConfig, type Config } from './config.ts'
import { createLog } from './log.ts'
import { missingRuntime } from './runtime.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { diskFull } from './storage/disk-full.ts'

type Running = { readonly stop: () => Promise<void>; readonly ready: string }

/** @param begin starts the work and says in one line that it is ready; what it throws is shown as words alone */
export async function live(begin: (config: Config) => Promise<Running>): Promise<void> {
  const log = createLog('error')
  // A rejection that nobody waited for must not end the reading of everybody.
  process.on('unhandledRejection', (cause) => log.error('Something failed that nobody waited for', { cause }))
  const started = await begun(begin)
  if (!started) return
  stopOnSignal(started.stop)
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
  return diskFull(error) ? `There is no room left to write: make some, then start again. (${words})` : words
}
