/** An entry in the form of Readwise's save call. */
import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry as the host returns it. */
export type Saved = Awaited<ReturnType<Caller['entry']>>

/** Fields of POST /api/v3/save/ (Readwise Reader API). */
export type ReadwiseDocument = {
  url: string
  html?: string
  title?: string
  author?: string
  summary?: string
  published_date?: string
  image_url?: string
  tags?: readonly string[]
  saved_using: string
}

/** @param withSummary puts the entry's description in as the summary */
export function documentOf({ entry, labels }: Saved, url: string, withSummary: boolean): ReadwiseDocument {
  const image = entry.media?.find((one) => one.type === 'photo')?.url
  return {
    url,
    ...(entry.content ? { html: entry.content } : {}),
    ...(entry.title ? { title: entry.title } : {}),
    ...(entry.author ? { author: entry.author } : {}),
    ...(withSummary && entry.description ? { summary: entry.description } : {}),
    published_date: entry.publishedAt,
    ...(image ? { image_url: image } : {}),
    ...(labels.length > 0 ? { tags: labels } : {}),
    saved_using: 'Lectern',
  }
}
