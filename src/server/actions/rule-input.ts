/** What rules may look at: one entry, in the eyes of one reader. */
import type { Attachment, Media } from '../../contract/shapes.ts'
import { oneLine, plainText } from '../feeds/normalise/text.ts'
import { TEXT_MAX } from './pattern.ts'

export type RuleInput = {
  readonly view: number
  readonly feedTitle: string
  readonly category: string
  readonly siteUrl: string
  readonly feedUrl: string
  readonly title: string
  /** The words of the content, without markup; made when first asked for. */
  readonly content: () => string
  readonly url: string
  readonly author: string
  readonly media: number
  /** Seconds of all attachments together; null where none tells. */
  readonly duration: number | null
  readonly read: boolean
  readonly collected: boolean
}

/** How a reader follows the feed of an entry. */
export type EntryPosition = {
  readonly view: number
  readonly category: string | null
  /** The reader's own name for the feed, or the feed's. */
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}

/** The parts of an entry that rules look at. */
export type RuleField = {
  readonly title: string | null
  readonly description: string | null
  readonly content: string | null
  readonly url: string | null
  readonly author: string | null
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
}

/** A description is text already: read as markup, it would lose what looks like a tag. */
const wordsOf = ({ content, description }: RuleField): string =>
  (content === null ? oneLine(description ?? undefined, TEXT_MAX) : plainText(content, TEXT_MAX)) ?? ''

export function ruleInputOf(
  entry: RuleField,
  place: EntryPosition,
  status: { read: boolean; collected: boolean } = { read: false, collected: false },
): RuleInput {
  let words: string | undefined
  return {
    view: place.view,
    feedTitle: place.feedTitle ?? '',
    category: place.category ?? '',
    siteUrl: place.siteUrl ?? '',
    feedUrl: place.feedUrl,
    title: entry.title ?? '',
    content: () => (words ??= wordsOf(entry)),
    url: entry.url ?? '',
    author: entry.author ?? '',
    media: entry.media.length,
    duration: durationOf(entry.attachments),
    read: status.read,
    collected: status.collected,
  }
}

function durationOf(attachments: readonly Attachment[]): number | null {
  const known = attachments.flatMap(({ duration_in_seconds: said }) => secondsOf(said) ?? [])
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

/** 90, "90", "1:30" and "0:01:30" are the same. @returns null for what is no duration */
export function secondsOf(said: number | string | undefined): number | null {
  if (said === undefined || said === '') return null
  const parts = String(said).split(':').map(Number)
  if (parts.length > 3 || parts.some((part) => !Number.isFinite(part) || part < 0)) return null
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
