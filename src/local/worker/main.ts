/** The worker of one tab: takes the page's calls, and runs them itself or has the tab that owns the files run them. */
import initSqlJs from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'
import type { LocalArgument, LocalCallName, LocalNotice } from '../calls.ts'
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

const tellPage = (told: WorkerResponse): void => self.postMessage(told)
const tell = (notice: LocalNotice): void => tellPage({ notice })

/** ms; a page that is hidden before it was painted has its library all the same. */
const PAINT_MS = 2000
const painted = Promise.withResolvers<void>()
setTimeout(painted.resolve, PAINT_MS)
let loading: ReturnType<typeof loadSqlite> | undefined
const starting = start()
starting.catch((error: unknown) => tell({ is: 'memory', reason: messageOf(error) }))

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest | PaintedSignal>) => {
  if ('painted' in data) return painted.resolve()
  const { id, name, argument } = data
  starting
    .then((crew) => crew.call(name, argument))
    .then(
      (answer) => tellPage({ id, answer }),
      (error: unknown) => tellPage({ id, failure: isFailure(error) ? error : failureOf(error) }),
    )
})

async function start(): Promise<Pick<TabGroup, 'call'>> {
  try {
    if (!('locks' in navigator) || !('BroadcastChannel' in self)) {
      throw new Unavailable('This browser cannot share files between tabs')
    }
    // Asked for beside the lock: each is a trip to the browser.
    const directory = databaseDirectory()
    directory.catch(() => undefined)
    return joinTabs({ open: (tellAll) => owned(directory, tellAll), tell })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return alone(await createDatabase(ramFolder(), tell), error.message)
  }
}

/** Opens the files for all tabs, or a library in memory where they turn out to be of no use. */
async function owned(
  directory: Promise<FileSystemDirectoryHandle>,
  tellAll: (notice: LocalNotice) => void,
): Promise<LocalDatabase> {
  void sqlite()
  try {
    const folder = await opfsFolder(await directory, () => tellAll({ is: 'otherTabSilent' }))
    if (!isSlow(folder)) return await createDatabase(folder, tellAll)
    closeFiles(folder)
    tellAll({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  } catch (error) {
    tellAll({ is: 'memory', reason: messageOf(error) })
  }
  return createDatabase(ramFolder(), tellAll)
}

async function createDatabase(
  folder: Folder,
  tellWhom: (notice: LocalNotice) => void,
): Promise<LocalDatabase> {
  return openDatabase({ sqlite: await sqlite(), folder, steps: localMigrationSource, tell: tellWhom })
}

/** Loaded once, and only by the tab that owns the files or has none. */
const sqlite = (): ReturnType<typeof loadSqlite> =>
  (loading ??= loadSqlite(
    initSqlJs,
    painted.promise.then(() => WebAssembly.compileStreaming(fetch(wasmUrl))),
  ))

/** A tab without files has nothing to share. */
function alone(library: LocalDatabase, reason: string): Pick<TabGroup, 'call'> {
  tell({ is: 'memory', reason })
  tell({ is: 'ready', persistent: false, owner: true })
  return {
    call: (name: LocalCallName, argument) => library.run(name, argument as LocalArgument<LocalCallName>),
  }
}

const isFailure = (error: unknown): error is ReturnType<typeof failureOf> =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'local'
