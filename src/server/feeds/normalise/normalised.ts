/** A feed and its entries in Lectern's own words, not yet sanitised. */
import type { EntryDraft, FeedDraft } from '../draft.ts'

export type NormalisedEntry = EntryDraft & {
  /** What relative addresses in the content are relative to; null when nothing is known. */
  readonly base: string | null
}
export type Normalised = { readonly feed: FeedDraft; readonly entries: readonly NormalisedEntry[] }

/** An entry as one of the formats gave it: addresses as written, texts perhaps HTML. */
export type RawEntry = {
  readonly id?: string | undefined
  readonly link?: string | undefined
  readonly title?: string | undefined
  /** Title is plain text and not HTML. */
  readonly titleIsText?: boolean
  readonly content?: string | undefined
  readonly summary?: string | undefined
  readonly base?: string | undefined
  /** Of the content alone, relative to `base`. */
  readonly contentBase?: string | undefined
  readonly author?: string | undefined
  readonly authorUrl?: string | undefined
  readonly authorAvatar?: string | undefined
  readonly language?: string | undefined
  readonly categories?: readonly (string | undefined)[]
  /** First that can be read counts. */
  readonly dates: readonly (string | undefined)[]
  readonly media?: readonly RawMedia[]
  readonly attachments?: readonly RawAttachment[]
}
export type RawMedia = {
  readonly type: 'photo' | 'video'
  readonly url?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly preview?: string | undefined
}
export type RawAttachment = {
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly type?: string | undefined
  readonly seconds?: number | undefined
  readonly bytes?: number | undefined
}
export type RawFeed = {
  readonly title?: string | undefined
  readonly titleIsText?: boolean
  readonly description?: string | undefined
  readonly image?: string | undefined
  readonly link?: string | undefined
  readonly base?: string | undefined
  readonly language?: string | undefined
  readonly ttlMinutes?: number | undefined
  readonly entries: readonly RawEntry[]
}
