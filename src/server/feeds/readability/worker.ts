// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** Runs in a thread of its own: pages come in, articles go out, by number. */
import { parentPort } from 'node:worker_threads'
import { extract } from './extract.ts'

parentPort?.on('message', ({ number, html }: { number: number; html: string }) => {
  try {
    parentPort?.postMessage({ number, article: extract(html) })
  } catch (error) {
    parentPort?.postMessage({
      number,
      article: null,
      error: error instanceof Error ? error.message : String(error),
    })
  }
})
