/** The page's side of the language service. */
import { createPendingCalls } from '../../../core/pending-calls.ts'
import type { TypeRequest, TypeResponse } from './messages.ts'
import type { TypeService } from './type-service.ts'

/** As much of a Worker as is used. */
export type TypeWorker = {
  readonly postMessage: (request: TypeRequest) => void
  readonly addEventListener: (type: 'message' | 'error', listener: (event: Event) => void) => void
  readonly terminate: () => void
}

export type TypeClient = {
  /** Rejects where the worker cannot be loaded, was closed, or fails. */
  call<N extends keyof TypeService>(
    name: N,
    ...input: Parameters<TypeService[N]>
  ): Promise<ReturnType<TypeService[N]>>
  close(): void
}

/** Starts the worker. @param language of the interface */
export function openTypes(language: string, worker: TypeWorker = startWorker()): TypeClient {
  const pending = createPendingCalls<unknown>()
  let broken: Error | null = null
  const fail = (reason: string) => {
    broken = new Error(reason)
    pending.settleAll(({ reject }) => reject(broken))
  }
  worker.addEventListener('message', (event) => {
    const response = (event as MessageEvent<TypeResponse>).data
    if ('output' in response) pending.resolve(response.id, response.output)
    else pending.reject(response.id, new Error(response.failure))
  })
  worker.addEventListener('error', () => fail('The types could not be loaded'))
  return {
    call: (name, ...input) => {
      if (broken) return Promise.reject(broken)
      const { id, promise } = pending.open()
      worker.postMessage({ id, language, name, input })
      return promise as Promise<never>
    },
    close: () => {
      worker.terminate()
      fail('The types were closed')
    },
  }
}

const startWorker = (): TypeWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'types' })
