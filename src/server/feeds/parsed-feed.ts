/** A feed and its entries in the pipeline, before they are stored. Times are ms since 1970. */
import type { Attachment, Extra, Media } from '../../contract/shapes.ts'
import type { SafeHtml } from './sanitise/safe-html.ts'

export type ParsedFeed = {
  title: string | null
  description: string | null
  image: string | null
  siteUrl: string | null
  language: string | null
  /** The interval that the feed requests, in minutes. */
  ttlMinutes: number | null
}

export type ParsedEntry = {
  guid: string
  title: string | null
  url: string | null
  content: SafeHtml | null
  description: string | null
  author: string | null
  authorUrl: string | null
  authorAvatar: string | null
  language: string | null
  categories: string[]
  media: Media[]
  attachments: Attachment[]
  extra: Extra | null
  /** null where the feed names no time; storing sets the time of arrival. */
  publishedAt: number | null
}
