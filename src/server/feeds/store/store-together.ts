/**
 * Documents that arrive at about the same time share a transaction: each commit waits for the disk, and meanwhile
 * nothing else runs.
 */
import type { FeedFetchRow } from '../../storage/schema.ts'
import type { Pipeline } from '../pipeline.ts'
import { storeDocuments, type Fetch } from './store-document.ts'

/** Other writers wait as long as one transaction takes. */
const TOGETHER_MAX = 8
/** Maximum work of one transaction, for long documents. */
const ENTRIES_MAX = 400
const WAIT_MS = 80

type Waiting = { readonly fetch: Fetch; readonly done: PromiseWithResolvers<FeedFetchRow> }

/** @returns stores a document; its failure does not affect the others of its transaction */
export function createStoring(pipeline: Pipeline): (fetch: Fetch) => Promise<FeedFetchRow> {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    const list = waiting
    waiting = []
    const together = await stored(list.map(({ fetch }) => fetch))
    if (together) return list.forEach(({ done }, at) => done.resolve(together[at] as FeedFetchRow))
    for (const { fetch, done } of list)
      await storeDocuments(pipeline, [fetch]).then(([row]) => done.resolve(row as FeedFetchRow), done.reject)
  }
  const stored = (list: readonly Fetch[]): Promise<readonly FeedFetchRow[] | null> =>
    storeDocuments(pipeline, list).catch(() => null)

  return (fetch) => {
    const done = Promise.withResolvers<FeedFetchRow>()
    waiting.push({ fetch, done })
    const entries = waiting.reduce((sum, one) => sum + one.fetch.read.entries.length, 0)
    if (waiting.length >= TOGETHER_MAX || entries >= ENTRIES_MAX) void flush()
    else if (waiting.length === 1) timer = setTimeout(() => void flush(), WAIT_MS)
    return done.promise
  }
}
