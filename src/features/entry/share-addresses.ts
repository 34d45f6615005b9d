/** The addresses by which an entry can be shared. */
import type { View } from '../../contract/views.ts'
import { toPath } from '../../model/location/index.ts'

export type SharedEntry = {
  readonly id: string
  readonly feedId: string
  readonly view: View
  readonly title: string
  /** Address of the entry's own page. */
  readonly url: string
}

/** @param origin of this server */
export const shareAddresses = ({ id, feedId, view, title, url }: SharedEntry, origin: string) => ({
  page: url,
  titleAndPage: title ? `${title}\n${url}` : url,
  /** Opens the entry in the reader (client-facts 2). */
  reader: `${origin}${toPath({ view, source: { kind: 'feed', id: feedId }, entryId: id })}?share=1`,
  /** Needs no account; see server/public-pages. */
  publicPage: `${origin}/share/entries/${encodeURIComponent(id)}`,
  email: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
})
