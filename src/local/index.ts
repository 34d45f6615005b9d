/** The page's side of follow.db, the browser's own database. */
import type { Local } from './calls.ts'
import { createWorkerClient, type WorkerPort } from './worker-client.ts'
import { requestPersistentStorage } from './persist-storage.ts'
import { withWriteAheadLog } from './write-ahead-log.ts'
import type { PaintedSignal } from './worker/messages.ts'

export * from './calls.ts'
export { downloadBrokenCopy } from './broken-copy.ts'
export { databaseFiles } from './database-files.ts'
export { createNotices } from './notices.ts'
export type { WorkerPort } from './worker-client.ts'

/** Opens follow.db in a worker. Call it once per page. @param worker one that runs already, or stands in for the real one */
export function openLocal(worker: WorkerPort = startWorker()): Local {
  const stopAsking = requestPersistentStorage()
  const local = withWriteAheadLog(createWorkerClient(worker))
  const close = (): void => {
    stopAsking()
    local.close()
  }
  return { ...local, close }
}

function startWorker(): WorkerPort {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'follow.db',
  })
  worker.postMessage({ painted: true } satisfies PaintedSignal)
  return worker
}
