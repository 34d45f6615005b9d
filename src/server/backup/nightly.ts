/** Nightly backups: one file a day in BACKUP_DIR, each restored once as a test, the old ones deleted. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import { latestBackups, latestGoodBackup, putBackup } from '../storage/processes/backups.ts'

/** `message`: why it failed, null when the backup was made and restored. */
export type MadeBackup = { readonly message: string | null; readonly rows?: number; readonly bytes?: number }
/** Makes the backup at a path and rehearses its restore. Never throws. */
export type MakeBackup = (path: string, signal: AbortSignal) => Promise<MadeBackup>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAME = /^lectern-(\d{4}-\d{2}-\d{2})\.backup$/

type BackupServices = Pick<Services, 'storage' | 'now' | 'log'> & {
  readonly config: Pick<Services['config'], 'BACKUP_DIR' | 'BACKUP_HOUR' | 'BACKUP_KEEP_DAYS'>
}

/** The queue of nightly backups; none without BACKUP_DIR. A failed backup is tried again after an hour. */
export const nightlyBackups = (services: BackupServices, make: MakeBackup = inProcess): Queues =>
  services.config.BACKUP_DIR === ''
    ? {}
    : { 'nightly-backup': { every: HOUR_MS, run: (_job, signal) => backUpOnce(services, make, signal) } }

/** Makes the backup of the day, if its hour has come and there is none. */
async function backUpOnce(
  { storage, now, log, config }: BackupServices,
  make: MakeBackup,
  signal: AbortSignal,
): Promise<void> {
  const at = new Date(now())
  const day = dayOf(now())
  const [last] = await latestBackups(storage, 1)
  const isDone = last?.day === day && last.message === null
  if (isDone || at.getUTCHours() < config.BACKUP_HOUR) return
  const folder = resolve(config.BACKUP_DIR)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = `lectern-${day}.backup`
  const { message, rows = null, bytes = null } = await make(join(folder, file), signal)
  // The next start makes it again.
  signal.throwIfAborted()
  await putBackup(storage, { day, finishedAt: now(), file, rows, bytes, message })
  if (message !== null) return log.error('The nightly backup failed', { file, message })
  await prune(storage, folder, dayOf(now() - config.BACKUP_KEEP_DAYS * DAY_MS))
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Deletes backups from before a day, but never the newest that could be restored. */
async function prune(storage: Services['storage'], folder: string, before: string): Promise<void> {
  const good = await latestGoodBackup(storage)
  for (const name of readdirSync(folder)) {
    const day = NAME.exec(name)?.[1]
    if (day !== undefined && day < before && name !== good?.file) rmSync(join(folder, name))
  }
}

const STRIPPED_TYPES = new URL('../stripped-types.mjs', import.meta.url).href
const MAIN = fileURLToPath(new URL('nightly-main.ts', import.meta.url))
const run = promisify(execFile)

const inProcess: MakeBackup = async (path, signal) => {
  try {
    const { stdout } = await run(process.execPath, ['--import', STRIPPED_TYPES, MAIN, path], { signal })
    return JSON.parse(stdout) as MadeBackup
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) }
  }
}
