/** Entries as follow.db stores them. Times are ms since 1970. */
import type { ActionResult, Attachment, Extra, Media } from '../contract/shapes.ts'
import type { View } from '../contract/views.ts'

/** An entry without its content, as the timeline shows it. `read`, `starredAt` and `labels` are what the server has confirmed. */
export type EntryHead = {
  readonly id: string
  readonly feedId: string
  readonly guid: string
  readonly title: string | null
  readonly url: string | null
  readonly description: string | null
  readonly author: string | null
  readonly authorUrl: string | null
  readonly authorAvatar: string | null
  readonly language: string | null
  readonly categories: readonly string[]
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
  readonly extra: Extra | null
  readonly settings: ActionResult | null
  /** The wire's `from`: "feed", or ids of lists that carry the feed. */
  readonly sources: readonly string[]
  readonly publishedAt: number
  readonly insertedAt: number
  readonly read: boolean
  readonly starredAt: number | null
  /** Names of its labels; absent: none, and of a received entry: not known. */
  readonly labels?: readonly string[] | undefined
}

export type EntryBody = {
  readonly content: string | null
  readonly readabilityContent: string | null
  readonly readabilityUpdatedAt: number | null
}

/** What is derived from an entry in a language, by the part of the entry. */
export type EntryText = {
  readonly title?: string
  readonly description?: string
  readonly content?: string
  readonly readabilityContent?: string
}
export type EntryTextOf<Part extends keyof EntryText> = { readonly entryId: string } & Pick<EntryText, Part>
export type InLanguage = { readonly language: string }

/** One entry of a server's timeline response, ready to be stored. `content` undefined leaves a stored one alone. */
export type ReceivedEntry = EntryHead & {
  readonly content?: string | null
  readonly view?: View
  /** As the server counted them; undefined: not yet. */
  readonly readingSeconds?: number | undefined
}
