import type { WorkerPort } from '../local/index.ts'

declare global {
  interface Window {
    /** Set by pre-paint.js. */
    preloadedWorker?:
      | {
          readonly worker: Worker
          /** What it has sent so far. */
          readonly events: readonly Event[]
          /** The listener that collects `events`. */
          readonly collect: (event: Event) => void
        }
      | undefined
  }
}

/** The database worker that pre-paint.js has started, with the events it has sent so far; null where there is none. Once. */
export function takePreloadedWorker(): WorkerPort | null {
  const { preloadedWorker } = window
  if (!preloadedWorker) return null
  delete window.preloadedWorker
  const { worker, events, collect } = preloadedWorker
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    addEventListener: (type, listener) => {
      worker.removeEventListener(type, collect)
      worker.addEventListener(type, listener)
      for (const event of events.filter((one) => one.type === type)) listener(event)
    },
  }
}
