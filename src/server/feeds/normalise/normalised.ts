/** A feed and its entries in Lectern's own format, not yet sanitised. */
import type { Podcast } from '../../../contract/podcast.ts'
import type { ParsedEntry, ParsedFeed } from '../parsed-feed.ts'

export type NormalisedEntry = Omit<ParsedEntry, 'content'> & {
  /** As in the feed, unchecked. */
  readonly content: string | null
  /** The base of relative addresses in the content; null when unknown. */
  readonly base: string | null
}
export type Normalised = { readonly feed: ParsedFeed; readonly entries: readonly NormalisedEntry[] }

/** An entry as read from one of the formats: addresses are absolute, texts may be HTML. */
export type RawEntry = {
  readonly id?: string | undefined
  readonly url?: string | null
  readonly title?: string | undefined
  /** Title is plain text and not HTML. */
  readonly titleIsText?: boolean
  readonly content?: string | undefined
  readonly summary?: string | undefined
  /** The document's own base of relative addresses in the content. */
  readonly contentBase?: string | null
  readonly author?: string | undefined
  readonly authorUrl?: string | null
  readonly authorAvatar?: string | null
  readonly language?: string | undefined
  readonly categories?: readonly (string | undefined)[]
  /** The first readable one is used. */
  readonly dates: readonly (string | undefined)[]
  readonly media?: readonly RawMedia[]
  readonly attachments?: readonly RawAttachment[]
  readonly relations?: readonly Relation[]
  readonly podcast?: Podcast | undefined
}
export type Relation = {
  readonly type: string
  readonly url: string
  readonly html?: string | undefined
  /** Of comments. */
  readonly count?: number | undefined
}
export type RawMedia = {
  readonly type: 'photo' | 'video'
  readonly url: string | null
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly preview?: string | null
  /** The alternative text. */
  readonly description?: string | undefined
}
export type RawAttachment = {
  readonly url: string | null
  readonly title?: string | undefined
  readonly type?: string | undefined
  readonly seconds?: number | undefined
  readonly bytes?: number | undefined
}
export type RawFeed = {
  readonly title?: string | undefined
  readonly titleIsText?: boolean
  readonly description?: string | undefined
  readonly image?: string | null
  readonly siteUrl: string | null
  readonly language?: string | undefined
  readonly ttlMinutes?: number | undefined
  /** The base of relative addresses where no nearer one is known. */
  readonly base: string | null
  readonly entries: readonly RawEntry[]
}
