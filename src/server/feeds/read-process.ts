/** Runs in a process or a thread of its own: documents come in, what they say goes out. */
import { isMainThread } from 'node:worker_threads'
import { answerAll } from './apart/answer-all.ts'
import { compileLean } from './compiling.ts'
import { readDocument, type ReadResult } from './read-document.ts'

export type Material = Parameters<typeof readDocument>[0]
export type Asked = { readonly document: Material; readonly now: number }

// A thread has the engine of the server, which has been told.
if (isMainThread) compileLean()
answerAll(({ document, now }: Asked): Promise<ReadResult> => readDocument(document, now))
