/** follow.db, the browser's own library: the page's door to it. */
import type { Local } from './calls.ts'
import { createGateway, type WorkerPort } from './gateway.ts'
import { askToKeepStorage } from './keep-storage.ts'
import type { Painted } from './worker/messages.ts'
import { workerAhead } from './worker-ahead.ts'

export type * from './calls.ts'
export { downloadBrokenCopy } from './broken-copy.ts'

export type LocalOptions = {
  /** Another worker than the real one, for tests. */
  readonly worker?: () => WorkerPort
}

/** Takes over the worker, or starts it; it loads SQLite after the first paint. Call it once per page. */
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

const databaseWorker = (): WorkerPort => workerAhead() ?? workerNow()

function workerNow(): WorkerPort {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'follow.db',
  })
  worker.postMessage({ painted: true } satisfies Painted)
  return worker
}
