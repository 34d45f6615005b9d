/** Maps entry rows and parsed entries to the shapes of the contract. */
import type { z } from 'zod'
import type { TimelineItem } from '../../contract/entries.ts'
import type { entryDraft, EntryCore, Feed, Inbox } from '../../contract/shapes.ts'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { resultOf } from '../storage/actions/actions.ts'
import type { Carriers } from '../storage/entries/entries.ts'
import type { EntrySummaryRow, EntryState } from '../storage/entries/entry-columns.ts'
import { iso } from './wire-feed.ts'

type WireDraft = z.output<typeof entryDraft>

/** An entry without content. */
export function toEntry(row: EntrySummaryRow): EntryCore {
  return { ...toDraft(row), id: row.id, insertedAt: iso(row.insertedAt) }
}

/** An entry in a feed preview: without id and time of arrival. */
export function toDraft(row: EntrySummaryRow): WireDraft {
  return {
    guid: row.guid,
    title: row.title,
    url: row.url,
    description: row.description,
    author: row.author,
    authorUrl: row.authorUrl,
    authorAvatar: row.authorAvatar,
    language: row.language,
    categories: stored(row.categories),
    publishedAt: iso(row.publishedAt),
    media: stored(row.media),
    attachments: stored(row.attachments),
    extra: stored(row.extra),
  }
}

/** A parsed entry of a preview, not stored. @param now used where the feed gives no time, ms */
export function fromDraft(draft: ParsedEntry, now: number): WireDraft {
  return {
    guid: draft.guid,
    title: draft.title,
    url: draft.url,
    description: draft.description,
    author: draft.author,
    authorUrl: draft.authorUrl,
    authorAvatar: draft.authorAvatar,
    language: draft.language,
    categories: draft.categories,
    publishedAt: iso(draft.publishedAt ?? now),
    media: draft.media,
    attachments: draft.attachments,
    extra: draft.extra,
  }
}

/**
 * One row of a timeline. `collections` is set on every starred entry: without it, clients drop their star.
 * @param row its title and description as rewritten by the rules
 * @param options.content as rewritten by the rules; undefined when it was not requested
 * @param options.carriers the followed lists that contain its feed
 */
export function toTimelineItem<F extends Feed | Inbox>(
  row: EntrySummaryRow & EntryState,
  feeds: F,
  options: {
    starred: boolean
    content?: SafeHtml | null
    carriers?: Carriers
    labels?: readonly string[]
    readingSeconds?: number | null
  },
): TimelineItem & { feeds: F } {
  const { carriers = [] } = options
  const settings = resultOf(row)
  const entry = toEntry(row)
  const view = options.starred ? row.starView : (row.subscriptionView ?? carriers[0]?.view ?? null)
  const from = [...(row.subscriptionView === null ? [] : ['feed']), ...carriers.map(({ listId }) => listId)]
  return {
    entries: options.content === undefined ? entry : { ...entry, content: options.content },
    feeds,
    read: row.readAt !== null,
    ...(view === null ? {} : { view }),
    ...(from.length === 0 ? {} : { from }),
    ...(row.starredAt === null ? {} : { collections: { createdAt: iso(row.starredAt) } }),
    ...(settings === null ? {} : { settings }),
    ...(options.labels ? { labels: [...options.labels] } : {}),
    ...(options.readingSeconds == null ? {} : { readingSeconds: options.readingSeconds }),
  }
}

/** Written from the same types when the feed was processed, so no validation is needed. */
const stored = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))
