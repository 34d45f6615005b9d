/** The page's side of follow.db: sends calls to the worker and receives its notices. */
import { createPendingCalls } from '../core/pending-calls.ts'
import type { Local, LocalAnswer, LocalCallName, LocalCalls, LocalFailure, MemoryReason } from './calls.ts'
import { createNotices } from './notices.ts'
import type { WorkerRequest, WorkerResponse } from './worker/messages.ts'

/** The used members of a Worker. */
export type WorkerPort = {
  readonly postMessage: (request: WorkerRequest) => void
  readonly addEventListener: (type: 'message' | 'error', listener: (event: Event) => void) => void
  readonly terminate: () => void
}

export function createWorkerClient(worker: WorkerPort): Local {
  const notices = createNotices()
  const pending = createPendingCalls<unknown>()
  let broken: LocalFailure | null = null

  const failed = (message: string): void => {
    broken = { kind: 'local', message, full: false }
    pending.settleAll(({ reject }) => reject(broken))
  }
  worker.addEventListener('message', (event) => {
    const response = (event as MessageEvent<WorkerResponse>).data
    if ('notice' in response) return notices.notify(response.notice)
    if ('answer' in response) pending.resolve(response.id, response.answer)
    else pending.reject(response.id, response.failure)
  })
  // The worker itself could not be loaded or threw outside any call: no result will arrive.
  worker.addEventListener('error', (event) => {
    const { message } = event as ErrorEvent
    failed(message || 'The database could not be started')
    notices.notify({ is: 'memory', reason: message || ('notStarted' satisfies MemoryReason) })
  })

  return {
    call: async <N extends LocalCallName>(name: N, ...argument: Parameters<LocalCalls[N]>) => {
      if (broken) throw broken
      const { id, promise } = pending.open()
      worker.postMessage({ id, name, argument: argument[0] })
      return (await promise) as LocalAnswer<N>
    },
    listen: notices.listen,
    close: () => {
      worker.terminate()
      failed('The database was closed')
    },
  }
}
