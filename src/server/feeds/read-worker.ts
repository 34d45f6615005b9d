// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** Runs in a thread of its own: documents come in, what they say goes out, by number. */
import { parentPort } from 'node:worker_threads'
import type { Asked, Told } from './read-apart.ts'
import { readDocument } from './read-document.ts'

parentPort?.on('message', async ({ number, document, now }: Asked) => {
  const read = await readDocument(document, now)
  parentPort?.postMessage({ number, read } satisfies Told)
})
