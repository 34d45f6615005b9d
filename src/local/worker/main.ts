/** The worker of one tab: takes the page's calls, and runs them itself or has the tab that owns the files run them. */
import initSqlJs from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url'
import type { LocalArgument, LocalCallName, LocalNotice } from '../calls.ts'
import { joinCrew, type Crew } from './crew.ts'
import { failureOf, messageOf } from './failure.ts'
import { openLibrary, type Library } from './library.ts'
import { localSteps } from './steps.ts'
import type { Asked, Painted, Told } from './messages.ts'
import { closed } from './storage/close.ts'
import type { Folder } from './storage/file.ts'
import { isSlow, libraryDirectory, opfsFolder, Unavailable } from './storage/opfs.ts'
import { ramFolder } from './storage/ram-file.ts'
import { loadSqlite } from './storage/sqlite.ts'

const tellPage = (told: Told): void => self.postMessage(told)
const tell = (notice: LocalNotice): void => tellPage({ notice })

/** ms; a page that is hidden before it was painted has its library all the same. */
const PAINT_MS = 2000
const painted = Promise.withResolvers<void>()
setTimeout(painted.resolve, PAINT_MS)
let loading: ReturnType<typeof loadSqlite> | undefined
const starting = start()
starting.catch((error: unknown) => tell({ is: 'memory', reason: messageOf(error) }))

self.addEventListener('message', ({ data }: MessageEvent<Asked | Painted>) => {
  if ('painted' in data) return painted.resolve()
  const { id, name, argument } = data
  starting
    .then((crew) => crew.call(name, argument))
    .then(
      (answer) => tellPage({ id, answer }),
      (error: unknown) => tellPage({ id, failure: isFailure(error) ? error : failureOf(error) }),
    )
})

async function start(): Promise<Pick<Crew, 'call'>> {
  try {
    if (!('locks' in navigator) || !('BroadcastChannel' in self)) {
      throw new Unavailable('This browser cannot share files between tabs')
    }
    // Asked for beside the lock: each is a trip to the browser.
    const directory = libraryDirectory()
    directory.catch(() => undefined)
    return joinCrew({ open: (tellAll) => owned(directory, tellAll), tell })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return alone(await libraryOn(ramFolder(), tell), error.message)
  }
}

/** Opens the files for all tabs, or a library in memory where they turn out to be of no use. */
async function owned(
  directory: Promise<FileSystemDirectoryHandle>,
  tellAll: (notice: LocalNotice) => void,
): Promise<Library> {
  void sqlite()
  try {
    const folder = await opfsFolder(await directory, () => tellAll({ is: 'otherTabSilent' }))
    if (!isSlow(folder)) return await libraryOn(folder, tellAll)
    closed(folder)
    tellAll({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  } catch (error) {
    tellAll({ is: 'memory', reason: messageOf(error) })
  }
  return libraryOn(ramFolder(), tellAll)
}

async function libraryOn(folder: Folder, tellWhom: (notice: LocalNotice) => void): Promise<Library> {
  return openLibrary({ sqlite: await sqlite(), folder, steps: localSteps, tell: tellWhom })
}

/** Loaded once, and only by the tab that owns the files or has none. */
const sqlite = (): ReturnType<typeof loadSqlite> =>
  (loading ??= loadSqlite(
    initSqlJs,
    painted.promise.then(() => WebAssembly.compileStreaming(fetch(wasmUrl))),
  ))

/** A tab without files has nothing to share. */
function alone(library: Library, reason: string): Pick<Crew, 'call'> {
  tell({ is: 'memory', reason })
  tell({ is: 'ready', persistent: false, owner: true })
  return {
    call: (name: LocalCallName, argument) => library.run(name, argument as LocalArgument<LocalCallName>),
  }
}

const isFailure = (error: unknown): error is ReturnType<typeof failureOf> =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'local'
