/** Fetches an address and determines whether it is a feed or a page. */
import { fetchFeed, NO_FETCH_STATE, type Document, type Failed } from '../fetch/fetch-feed.ts'
import type { ErrorKey } from '../../../contract/errors.ts'
import type { Pipeline } from '../pipeline.ts'
import { ParsingError } from '../../parsing/parsing-error.ts'
import type { ReadResult } from '../read-document.ts'
import type { PageLook } from './classify-document.ts'

type Good = Extract<ReadResult, { ok: true }>
export type AddressContent =
  | { readonly kind: 'feed'; readonly address: string; readonly document: Document; readonly read: Good }
  | { readonly kind: 'page'; readonly document: Document; readonly page: PageLook; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly status: number | null
      /** The document arrived, but cannot be used. */
      readonly isUnreadable?: true
      /** As `Failed.missing`. */
      readonly missing?: ErrorKey
    }

/** @param address under which a feed would be stored */
export async function inspectAddress(
  pipeline: Pick<
    Pipeline,
    'outbound' | 'parsing' | 'now' | 'fetcher' | 'recentPages' | 'settingsFor' | 'locate'
  >,
  address: string,
): Promise<AddressContent> {
  const settings = pipeline.settingsFor?.(address) ?? null
  const fetched = await fetchFeed(pipeline, { url: address, ...NO_FETCH_STATE }, settings)
  if (fetched.kind === 'failed' || fetched.kind === 'gone') return broken(fetched)
  if (fetched.kind === 'unchanged')
    return { kind: 'failed', message: 'The site sent nothing', status: fetched.status }
  const document = copied(fetched)
  const look = await pipeline.parsing
    .parse('firstLook', { document, now: pipeline.now() })
    .catch((error: unknown) => {
      if (error instanceof ParsingError) return error
      throw error
    })
  if (look instanceof ParsingError) return { kind: 'failed', message: look.message, status: fetched.status }
  // A permanently moved address is stored as the new one from the start.
  const own = fetched.movedTo && /^https?:/.test(address) ? fetched.movedTo : address
  if (look.kind === 'feed') return { kind: 'feed', address: own, document: fetched, read: look.read }
  // The address itself makes a feed of the page, and leads to no other feed.
  if (fetched.page)
    return { kind: 'failed', message: look.message, status: fetched.status, isUnreadable: true }
  return { kind: 'page', document: fetched, page: look.page, message: look.message }
}

/** The fields of a document that a parser needs. */
const copied = ({ bytes, contentType, url, links, spoken, location, page }: Document) => ({
  bytes,
  contentType,
  url,
  links,
  spoken,
  location,
  ...(page && { page }),
})

const broken = ({
  message,
  status,
  missing,
}: Pick<Failed, 'message' | 'status' | 'missing'>): AddressContent => ({
  kind: 'failed',
  message,
  status,
  ...(missing && { missing }),
})
