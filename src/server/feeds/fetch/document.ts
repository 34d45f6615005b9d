import type { PageSelectors } from '../../../contract/page-address.ts'

/** The response of a feed's address. */
export type Document = {
  readonly kind: 'document'
  readonly status: number
  /** Its address after all redirects. */
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
  /** The Content-Location header, made absolute, if it is on the same site: the base of relative addresses. */
  readonly location?: string | null
  readonly freshMinutes: number | null
  readonly wireBytes: number
  /** Stored entries are not updated. */
  readonly ignoresEdits?: boolean
  /** The selectors, where the document is a page of which a feed is made. */
  readonly page?: PageSelectors & { readonly changes?: boolean }
}
