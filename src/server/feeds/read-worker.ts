// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** Runs in a thread of its own: documents come in, what they say goes out, by number. */
import { parentPort } from 'node:worker_threads'
import { readDocument, type ReadResult } from './read-document.ts'

export type Material = Parameters<typeof readDocument>[0]
export type Asked = { readonly number: number; readonly document: Material; readonly now: number }
export type Told = { readonly number: number; readonly read: ReadResult }

parentPort?.on('message', async ({ number, document, now }: Asked) => {
  const read = await readDocument(document, now)
  parentPort?.postMessage({ number, read } satisfies Told)
})
