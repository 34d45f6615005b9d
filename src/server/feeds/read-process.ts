/** Runs in the worker thread: documents come in, what they say goes out. */
import { answerAll } from './apart/answer-all.ts'
import { readDocument, type ReadResult } from './read-document.ts'

export type Material = Parameters<typeof readDocument>[0]
export type Asked = { readonly document: Material; readonly now: number }

answerAll(({ document, now }: Asked): Promise<ReadResult> => readDocument(document, now))
