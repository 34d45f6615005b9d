/** Asks an address and says whether a feed or a page stands behind it. */
import { decode } from '../decode/decode.ts'
import { fetchFeed, NOTHING_REMEMBERED, type Document, type Failed } from '../fetch/fetch-feed.ts'
import type { Pipeline } from '../pipeline.ts'
import { readDocument, type ReadResult } from '../read-document.ts'

type Good = Extract<ReadResult, { ok: true }>
export type Look =
  | { readonly kind: 'feed'; readonly address: string; readonly document: Document; readonly read: Good }
  | { readonly kind: 'page'; readonly document: Document; readonly html: string; readonly words: string }
  | { readonly kind: 'failed'; readonly words: string; readonly status: number | null }

/** @param address as a feed would be stored under */
export async function lookAt(
  pipeline: Pick<Pipeline, 'config' | 'outbound' | 'now'>,
  address: string,
): Promise<Look> {
  const fetched = await fetchFeed(pipeline, { url: address, ...NOTHING_REMEMBERED })
  if (fetched.kind === 'failed' || fetched.kind === 'gone') return broken(fetched)
  if (fetched.kind === 'unchanged')
    return { kind: 'failed', words: 'The site sent nothing', status: fetched.status }
  const read = await readDocument(fetched, pipeline.now())
  // An address that moved for good is known by the new one from the start.
  const own = fetched.movedTo && /^https?:/.test(address) ? fetched.movedTo : address
  if (read.ok) return { kind: 'feed', address: own, document: fetched, read }
  return {
    kind: 'page',
    document: fetched,
    html: decode(fetched.bytes, fetched.contentType).text,
    words: read.words,
  }
}

const broken = ({ words, status }: Pick<Failed, 'words' | 'status'>): Look => ({
  kind: 'failed',
  words,
  status,
})
