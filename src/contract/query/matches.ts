/** A query as a predicate over the facts of one entry. */
import type { Attachment, Media } from '../shapes.ts'
import { isWithinLabel, labelKey } from '../label-names.ts'
import type { View } from '../views.ts'
import type { QueryAst, QueryExpression, QueryMedia, QueryTerm, SourceTerm, ViewTerm } from './ast.ts'
import { foldText, searchTexts, type SearchTexts } from './fold-text.ts'
import { timeRange } from './time.ts'

/** What queries know of a feed or inbox that a user follows, directly or by a list. */
export type SourceFacts = {
  /** Names that `feed:` finds it by: its title, the user's title for it, its id. Empty for an inbox. */
  readonly feedNames: readonly string[]
  readonly folders: readonly string[]
  /** Tags of the feed or inbox (feed-tags.ts). */
  readonly tags: readonly string[]
  /** Titles and ids of the followed lists that carry it. */
  readonly listNames: readonly string[]
  /** Handle and title of the inbox; empty for a feed. */
  readonly inboxNames: readonly string[]
  readonly views: readonly View[]
  /** A feed that publishes seldom (rare.ts). */
  readonly isRare: boolean
}

export type EntryFacts = SearchTexts & {
  readonly readingSeconds: number
  /** The language tag, empty where none is known. */
  readonly language: string
  /** ms since 1970 */
  readonly publishedAt: number
  readonly read: boolean
  readonly starred: boolean
  /** Names of the entry's labels. */
  readonly labels: readonly string[]
  readonly highlighted: boolean
  /** The user's notes on the entry and its highlights, folded. */
  readonly notes: readonly string[]
  /** The text of its transcript, folded; empty where none is known. */
  readonly transcript: string
  readonly media: ReadonlySet<QueryMedia>
  /** null: of a feed that is followed no longer, whose entry is starred, labelled, highlighted or noted. */
  readonly source: SourceFacts | null
}

/** Whether an entry is selected; `sort` and `limit` concern the list as a whole. @param now ms since 1970 */
export const matches = ({ where }: QueryAst, entry: EntryFacts, now: number): boolean =>
  matchesExpression(where, entry, now)

function matchesExpression(expression: QueryExpression, entry: EntryFacts, now: number): boolean {
  switch (expression.kind) {
    case 'all':
      return true
    case 'and':
      return expression.terms.every((term) => matchesExpression(term, entry, now))
    case 'or':
      return expression.terms.some((term) => matchesExpression(term, entry, now))
    case 'not':
      return !matchesExpression(expression.term, entry, now)
    default:
      return matchesTerm(expression, entry, now)
  }
}

function matchesTerm(term: QueryTerm, entry: EntryFacts, now: number): boolean {
  switch (term.kind) {
    case 'text': {
      const text = foldText(term.text)
      if (term.field !== 'any') return entry[term.field].includes(text)
      return entry.title.includes(text) || entry.body.includes(text)
    }
    case 'source':
    case 'view':
      return entry.source !== null && matchesSource(term, entry.source)
    case 'state':
      if (term.state === 'rare') return entry.source?.isRare === true
      return term.state === 'starred' ? entry.starred : entry.read === (term.state === 'read')
    case 'media':
      return entry.media.has(term.media)
    case 'age':
    case 'date': {
      const range = timeRange(term, now)
      return 'from' in range ? entry.publishedAt >= range.from : entry.publishedAt < range.until
    }
    case 'time':
      return term.comparison === 'under'
        ? entry.readingSeconds < term.minutes * 60
        : entry.readingSeconds > term.minutes * 60
    case 'language': {
      const language = entry.language.toLowerCase()
      return language === term.language || language.startsWith(`${term.language}-`)
    }
    case 'label': {
      const key = labelKey(term.name)
      return entry.labels.some((name) => isWithinLabel(labelKey(name), key))
    }
    case 'annotation':
      return term.annotation === 'note' ? entry.notes.length > 0 : entry.highlighted
    case 'near':
      // What is near is decided over all entries together: no entry is by itself.
      return false
    case 'note': {
      const text = foldText(term.text)
      return entry.notes.some((note) => note.includes(text))
    }
    case 'transcript':
      return entry.transcript.includes(foldText(term.text))
  }
}

const namesOf = {
  feed: 'feedNames',
  folder: 'folders',
  list: 'listNames',
  inbox: 'inboxNames',
} as const satisfies Record<Exclude<SourceTerm['field'], 'tag'>, keyof SourceFacts>

/** Whole names are compared, as {@link foldText} folds them; a tag includes those within it. */
export function matchesSource(term: SourceTerm | ViewTerm, source: SourceFacts): boolean {
  if (term.kind === 'view') return source.views.includes(term.view)
  if (term.field === 'tag') {
    const key = labelKey(term.name)
    return source.tags.some((tag) => isWithinLabel(labelKey(tag), key))
  }
  const { field } = term
  const name = foldText(term.name).trim()
  return source[namesOf[field]].some((one) => foldText(one).trim() === name)
}

/**
 * What the JSON of an entry's media and attachments contains for each kind; SQL looks for the same texts. Quotation marks
 * inside strings are escaped, so that none of these occurs in one.
 */
export const mediaMarks: {
  readonly [M in QueryMedia]: { readonly media: string; readonly attachments: string }
} = {
  image: { media: '"type":"photo"', attachments: '"mime_type":"image/' },
  video: { media: '"type":"video"', attachments: '"mime_type":"video/' },
  audio: { media: '"type":"audio"', attachments: '"mime_type":"audio/' },
  attachment: { media: '"type":"attachment"', attachments: '"url":"' },
}

/** The kinds of media of an entry. */
function mediaOf(media: readonly Media[] | null, attachments: readonly Attachment[] | null): Set<QueryMedia> {
  const [mediaText, attachmentText] = [JSON.stringify(media ?? []), JSON.stringify(attachments ?? [])]
  return new Set(
    (Object.keys(mediaMarks) as QueryMedia[]).filter(
      (kind) =>
        mediaText.includes(mediaMarks[kind].media) || attachmentText.includes(mediaMarks[kind].attachments),
    ),
  )
}

/** Facts of an entry as the contract describes it. */
export function entryFacts(
  entry: {
    readonly title: string | null
    readonly author: string | null
    readonly description: string | null
    readonly content: string | null
    readonly language: string | null
    readonly media: readonly Media[] | null
    readonly attachments: readonly Attachment[] | null
    readonly publishedAt: number
    readonly read: boolean
    readonly starred: boolean
    readonly labels: readonly string[]
    readonly highlighted: boolean
    readonly notes: readonly string[]
    readonly transcript?: string | null
  },
  source: SourceFacts | null,
): EntryFacts {
  return {
    ...searchTexts(entry),
    language: entry.language ?? '',
    publishedAt: entry.publishedAt,
    read: entry.read,
    starred: entry.starred,
    labels: entry.labels,
    highlighted: entry.highlighted,
    notes: entry.notes.map(foldText),
    transcript: foldText(entry.transcript ?? ''),
    media: mediaOf(entry.media, entry.attachments),
    source,
  }
}
