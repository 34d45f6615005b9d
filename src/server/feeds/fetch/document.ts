import type { PageSelectors } from '../../../contract/page-address.ts'

/** What a feed's address sent. */
export type Document = {
  readonly kind: 'document'
  readonly status: number
  /** Where it came from after all redirects. */
  readonly url: string
  readonly movedTo: string | null
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** As received, for the next fetch. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string
  /** The Link header. */
  readonly links: string | null
  /** The Content-Language header. */
  readonly spoken?: string | null
  /** The Content-Location header, made absolute, where it names a place of the same site: what addresses are relative to. */
  readonly location?: string | null
  readonly freshMinutes: number | null
  readonly wireBytes: number
  /** The stored entries stay as they are. */
  readonly ignoresEdits?: boolean
  /** What is picked, where the document is a page of which a feed is made. */
  readonly page?: PageSelectors
}
