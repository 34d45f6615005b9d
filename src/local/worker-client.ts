/** The page's side of follow.db: sends calls to the worker and hears what it tells. */
import type { Local, LocalAnswer, LocalCallName, LocalCalls, LocalFailure } from './calls.ts'
import { createNotices } from './notices.ts'
import type { WorkerRequest, WorkerResponse } from './worker/messages.ts'

/** As much of a Worker as is used. */
export type WorkerPort = {
  readonly postMessage: (request: WorkerRequest) => void
  readonly addEventListener: (type: 'message' | 'error', listener: (event: Event) => void) => void
  readonly terminate: () => void
}
type Waiting = {
  readonly resolve: (answer: unknown) => void
  readonly reject: (failure: LocalFailure) => void
}

export function createWorkerClient(worker: WorkerPort): Local {
  const notices = createNotices()
  const pending = new Map<number, Waiting>()
  let broken: LocalFailure | null = null
  let nextId = 0

  const failed = (message: string): void => {
    broken = { kind: 'local', message, full: false }
    for (const { reject } of pending.values()) reject(broken)
    pending.clear()
  }
  worker.addEventListener('message', (event) => {
    const response = (event as MessageEvent<WorkerResponse>).data
    if ('notice' in response) return notices.notify(response.notice)
    const call = pending.get(response.id)
    pending.delete(response.id)
    if ('answer' in response) call?.resolve(response.answer)
    else call?.reject(response.failure)
  })
  // The worker itself could not be loaded or threw outside any call: its answers will never come.
  worker.addEventListener('error', (event) => {
    const reason = (event as ErrorEvent).message || 'The database could not be started'
    failed(reason)
    notices.notify({ is: 'memory', reason })
  })

  return {
    call: <N extends LocalCallName>(name: N, ...argument: Parameters<LocalCalls[N]>) =>
      new Promise<LocalAnswer<N>>((resolve, reject) => {
        if (broken) return reject(broken)
        const id = nextId++
        pending.set(id, { resolve: resolve as Waiting['resolve'], reject })
        worker.postMessage({ id, name, argument: argument[0] })
      }),
    listen: notices.listen,
    close: () => {
      worker.terminate()
      failed('The database was closed')
    },
  }
}
