/** The page's side of follow.db, the browser's own database. */
import type { Local } from './calls.ts'
import { createWorkerClient, type WorkerPort } from './worker-client.ts'
import { withWriteAheadLog } from './write-ahead-log.ts'
import type { PaintedSignal } from './worker/messages.ts'
import { DATABASE, FOLDER } from './worker/storage/file-names.ts'

export * from './call-rules.ts'
export * from './calls.ts'
export { damagedCopy } from './damaged-copy.ts'
export { createNotices } from './notices.ts'
export type { WorkerPort } from './worker-client.ts'

/** Opens follow.db in a worker. Call it once per page. @param worker a running one, or a fake in tests */
export function openLocal(worker: WorkerPort = startWorker()): Local {
  const cancelRequest = requestPersistentStorage()
  const local = withWriteAheadLog(createWorkerClient(worker))
  const close = (): void => {
    cancelRequest()
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

/** The files of follow.db: the database, its WAL and the outbox. @throws where there are none */
export async function databaseFiles(): Promise<readonly File[]> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER)
  return Promise.all(
    ['', '-wal', '-outbox'].map(async (ending) => (await folder.getFileHandle(DATABASE + ending)).getFile()),
  )
}

/**
 * Requests persistent storage on the first key press or click, so that the browser never clears the database. Browsers
 * grant it more readily after a gesture.
 * @returns stops waiting for the gesture
 */
function requestPersistentStorage(): () => void {
  if (typeof navigator === 'undefined' || !navigator.storage?.persist) return () => undefined
  const requested = new AbortController()
  const request = (): void => {
    requested.abort()
    navigator.storage.persist().catch(() => undefined)
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, request, { signal: requested.signal, passive: true })
  return () => requested.abort()
}
