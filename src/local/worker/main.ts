/** The worker of one tab: takes the page's calls, and runs them or sends them to the tab that owns the files. */
import initSqlJs from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'
import type { LocalArgument, LocalCallName, LocalNotice, MemoryReason } from '../calls.ts'
import { joinTabs, type TabGroup } from './tab-leader.ts'
import { failureOf, messageOf } from './failure.ts'
import { openDatabase, type LocalDatabase } from './database.ts'
import { localMigrationSource } from './migration-source.ts'
import type { WorkerRequest, PaintedSignal, WorkerResponse } from './messages.ts'
import { closeFiles } from './storage/close.ts'
import type { Folder } from './storage/file.ts'
import { isSlow, databaseDirectory, opfsFolder, Unavailable } from './storage/opfs.ts'
import { ramFolder } from './storage/ram-file.ts'
import { loadSqlite } from './storage/sqlite.ts'

const post = (response: WorkerResponse): void => self.postMessage(response)
const notify = (notice: LocalNotice): void => post({ notice })

/** Timeout for the page's first paint, ms: a hidden page gets its database without one. */
const PAINT_MS = 2000
const painted = Promise.withResolvers<void>()
setTimeout(painted.resolve, PAINT_MS)
let loading: ReturnType<typeof loadSqlite> | undefined
const starting = start()
starting.catch((error: unknown) => notify({ is: 'memory', reason: messageOf(error) }))

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest | PaintedSignal>) => {
  if ('painted' in data) return painted.resolve()
  const { id, name, argument } = data
  starting
    .then((tabs) => tabs.call(name, argument))
    .then(
      (answer) => post({ id, answer }),
      (error: unknown) => post({ id, failure: isFailure(error) ? error : failureOf(error) }),
    )
})

async function start(): Promise<Pick<TabGroup, 'call'>> {
  try {
    if (!('locks' in navigator) || !('BroadcastChannel' in self)) {
      throw new Unavailable('noSharing')
    }
    // Requested beside the lock: each takes a round trip to the browser process.
    const directory = databaseDirectory()
    directory.catch(() => undefined)
    return joinTabs({ open: (notifyAll) => owned(directory, notifyAll), notify })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return alone(await createDatabase(ramFolder(), notify), error.reason)
  }
}

/** Opens the files for all tabs, or a database in memory where they cannot be used. */
async function owned(
  directory: Promise<FileSystemDirectoryHandle>,
  notifyAll: (notice: LocalNotice) => void,
): Promise<LocalDatabase> {
  void sqlite()
  try {
    const folder = await opfsFolder(await directory, () => notifyAll({ is: 'otherTabSilent' }))
    if (!isSlow(folder)) return await createDatabase(folder, notifyAll)
    closeFiles(folder)
    notifyAll({ is: 'memory', reason: 'forgetful' satisfies MemoryReason })
  } catch (error) {
    notifyAll({ is: 'memory', reason: messageOf(error) })
  }
  return createDatabase(ramFolder(), notifyAll)
}

async function createDatabase(folder: Folder, emit: (notice: LocalNotice) => void): Promise<LocalDatabase> {
  return openDatabase({ sqlite: await sqlite(), folder, migrations: localMigrationSource, notify: emit })
}

/** Loaded once, and only by the tab that owns the files or has none. */
const sqlite = (): ReturnType<typeof loadSqlite> =>
  (loading ??= loadSqlite(
    initSqlJs,
    painted.promise.then(() => WebAssembly.compileStreaming(fetch(wasmUrl))),
  ))

/** A tab without files has nothing to share. */
function alone(database: LocalDatabase, reason: string): Pick<TabGroup, 'call'> {
  notify({ is: 'memory', reason })
  notify({ is: 'ready', persistent: false, owner: true })
  return {
    call: (name: LocalCallName, argument) => database.run(name, argument as LocalArgument<LocalCallName>),
  }
}

const isFailure = (error: unknown): error is ReturnType<typeof failureOf> =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'local'
