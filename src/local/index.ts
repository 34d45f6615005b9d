/** follow.db, the browser's own library: the page's door to it. */
import type { Local } from './calls.ts'
import { createGateway, type WorkerPort } from './gateway.ts'
import { askToKeepStorage } from './keep-storage.ts'

export type * from './calls.ts'
export { downloadBrokenCopy } from './broken-copy.ts'

export type LocalOptions = {
  /** Another worker than the real one, for tests. */
  readonly worker?: () => WorkerPort
}

/** Starts the worker, which loads SQLite. Call it once per page and not before the first paint. */
export function openLocal(options: LocalOptions = {}): Local {
  const worker = (options.worker ?? databaseWorker)()
  const stopAsking = askToKeepStorage()
  const local = createGateway(worker)
  const close = (): void => {
    stopAsking()
    local.close()
  }
  return { ...local, close }
}

const databaseWorker = (): WorkerPort =>
  new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name: 'follow.db' })
