/** follow.db, the browser's own library: the page's door to it. */
import type { Local } from './calls.ts'
import { withFirstList } from './first-list.ts'
import { createGateway, type WorkerPort } from './gateway.ts'
import { askToKeepStorage } from './keep-storage.ts'
import { withUnkept } from './unkept.ts'
import { withoutRepeats } from './without-repeats.ts'
import type { Painted } from './worker/messages.ts'
import { workerAhead } from './worker-ahead.ts'

export type * from './calls.ts'
export { downloadBrokenCopy } from './broken-copy.ts'

export type LocalOptions = {
  /** Another worker than the real one, for tests. */
  readonly worker?: () => WorkerPort
  /** When the first list is on the screen, or will not come. */
  readonly seen: Promise<unknown>
}

/**
 * Takes over the worker, or starts it; it loads SQLite after the first paint, or where the first list is kept, after that
 * one's. Call it once per page.
 */
export function openLocal({ worker = databaseWorker, seen }: LocalOptions): Local {
  const stopAsking = askToKeepStorage()
  const local = withoutRepeats(withFirstList(() => withUnkept(createGateway(worker())), seen))
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
