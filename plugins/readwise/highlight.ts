/** Highlights in the form of Readwise's call for highlights. */
import type { Highlight } from '../../src/plugin-api/server.ts'

/** Bounds of POST /api/v2/highlights/ (Readwise API), in characters. */
const MAX_TEXT = 8191
const MAX_TITLE = 511
const MAX_AUTHOR = 1024
const MAX_ADDRESS = 2047

/** A highlight of POST /api/v2/highlights/. */
export type ReadwiseHighlight = {
  text: string
  title?: string
  author?: string
  source_url?: string
  source_type: string
  category: string
  note?: string
  location?: number
  location_type?: string
  highlighted_at: string
}

/** A note on an entry itself becomes the text: Readwise knows no note without one. */
export function readwiseHighlight({ quote, position, note, createdAt, entry }: Highlight): ReadwiseHighlight {
  const { title, author, url } = entry
  return {
    text: (quote?.exact ?? note ?? '').slice(0, MAX_TEXT).toWellFormed(),
    ...(title ? { title: title.slice(0, MAX_TITLE).toWellFormed() } : {}),
    ...(author ? { author: author.slice(0, MAX_AUTHOR).toWellFormed() } : {}),
    ...(url && url.length <= MAX_ADDRESS ? { source_url: url } : {}),
    source_type: 'lectern',
    category: 'articles',
    ...(quote && note !== null ? { note: note.slice(0, MAX_TEXT).toWellFormed() } : {}),
    ...(position ? { location: position.start, location_type: 'order' } : {}),
    highlighted_at: createdAt,
  }
}
