/** The input of rules: one entry as seen by one user. */
import { entryFacts, type EntryFacts, type SourceFacts } from '../../contract/query/matches.ts'
import type { Attachment, Media } from '../../contract/shapes.ts'
import type { RuleEntry } from '../../plugin-api/server.ts'
import { oneLine, plainText } from '../feeds/normalise/text.ts'
import { endless, type TimeBudget } from './time-budget.ts'
import { TEXT_MAX } from './pattern.ts'

export type RuleInput = Omit<RuleEntry, 'text' | 'folder'> & {
  readonly view: number
  readonly category: string
  /** Plain text of the content, computed lazily. */
  readonly content: () => string
  readonly read: boolean
  readonly collected: boolean
  /** The entry as queries see it, computed lazily. */
  readonly query: () => EntryFacts
  /** The time from which queries compute ages, ms since 1970. */
  readonly now: number
  /** Whether conditions of plugins hold, by their keys; unknown ones are absent. */
  readonly plugins: ReadonlyMap<string, boolean>
  /** A text of the entry in lower case, computed once for all conditions. */
  readonly lowerCase: (text: string) => string
  /** Checked before each condition. */
  readonly budget: TimeBudget
}

/** The subscription of a user to the feed of an entry. */
export type EntryPosition = {
  readonly view: number
  readonly category: string | null
  /** The user's title of the feed, or the feed's own. */
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly feedUrl: string
}

/** What conditions in the query language also need. */
export type QueryPosition = {
  /** Names of the feed; null where no condition needs them. */
  readonly source: SourceFacts | null
  /** ms since 1970 */
  readonly now: number
}

/** The fields of an entry that rules read. */
export type RuleField = {
  readonly title: string | null
  readonly description: string | null
  readonly content: string | null
  readonly url: string | null
  readonly author: string | null
  readonly media: readonly Media[]
  readonly attachments: readonly Attachment[]
  readonly language: string | null
  /** ms since 1970; null: as it arrives. */
  readonly publishedAt: number | null
}

/** A description is plain text: parsing it as markup would drop text that looks like a tag. */
const textOf = ({ content, description }: RuleField): string =>
  (content === null ? oneLine(description ?? undefined, TEXT_MAX) : plainText(content, TEXT_MAX)) ?? ''

/** What the user did with an entry. `labels`: the names of its labels. `notes`: those on it and its highlights. */
export type EntryStatus = {
  readonly read: boolean
  readonly collected: boolean
  readonly labels: readonly string[]
  readonly highlighted: boolean
  readonly notes: readonly string[]
}

type MoreInput = {
  readonly status?: EntryStatus | undefined
  readonly plugins?: ReadonlyMap<string, boolean> | undefined
  readonly budget?: TimeBudget
}
/** Per character. */
const STEPS_OF_MARKUP = 4

const UNTOUCHED: EntryStatus = { read: false, collected: false, labels: [], highlighted: false, notes: [] }

export function ruleInputOf(
  entry: RuleField,
  position: EntryPosition,
  { source, now }: QueryPosition,
  { status = UNTOUCHED, plugins = new Map(), budget = endless }: MoreInput = {},
): RuleInput {
  let text: string | undefined
  let facts: EntryFacts | undefined
  const small = new Map<string, string>()
  /** Markup takes longer than text. */
  const read = <T>(use: () => T): T => {
    budget.spend((entry.content ?? '').length * STEPS_OF_MARKUP)
    return use()
  }
  return {
    view: position.view,
    feedTitle: position.feedTitle ?? '',
    category: position.category ?? '',
    siteUrl: position.siteUrl ?? '',
    feedUrl: position.feedUrl,
    title: entry.title ?? '',
    content: () => (text ??= read(() => textOf(entry))),
    url: entry.url ?? '',
    author: entry.author ?? '',
    language: entry.language,
    publishedAt: entry.publishedAt ?? now,
    media: entry.media.length,
    duration: durationOf(entry.attachments),
    read: status.read,
    collected: status.collected,
    query: () =>
      (facts ??= read(() =>
        entryFacts(
          {
            ...entry,
            publishedAt: entry.publishedAt ?? now,
            read: status.read,
            starred: status.collected,
            labels: status.labels,
            highlighted: status.highlighted,
            notes: status.notes,
          },
          source,
        ),
      )),
    now,
    plugins,
    lowerCase(one) {
      const lower = small.get(one) ?? one.toLowerCase()
      small.set(one, lower)
      return lower
    },
    budget,
  }
}

function durationOf(attachments: readonly Attachment[]): number | null {
  const durations = attachments.flatMap(({ duration_in_seconds: value }) => secondsOf(value) ?? [])
  return durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0)
}

/** 90, "90", "1:30" and "0:01:30" are the same. @returns null for an invalid duration */
export function secondsOf(value: number | string | undefined): number | null {
  if (value === undefined || value === '') return null
  const parts = String(value).split(':').map(Number)
  if (parts.length > 3 || parts.some((part) => !Number.isFinite(part) || part < 0)) return null
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
