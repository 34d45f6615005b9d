/** The worker that src/app/first-light.js has started, if it has: it is half open when the reader's script comes. */
import type { WorkerPort } from './gateway.ts'

type Ahead = {
  readonly worker: Worker
  /** What it has said so far. */
  readonly told: readonly Event[]
  /** Hears what it says, until somebody else does. */
  readonly keep: (event: Event) => void
}
declare global {
  interface Window {
    libraryAhead?: Ahead | undefined
  }
}

/** To be asked once: there is one worker, and one who takes it over. */
export function workerAhead(): WorkerPort | null {
  const { libraryAhead } = window
  if (!libraryAhead) return null
  delete window.libraryAhead
  const { worker, told, keep } = libraryAhead
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    addEventListener: (type, heard) => {
      worker.removeEventListener(type, keep)
      worker.addEventListener(type, heard)
      for (const event of told.filter((one) => one.type === type)) heard(event)
    },
  }
}
