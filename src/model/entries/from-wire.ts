import type { Output } from '../../contract/calls.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import type { View } from '../../contract/views.ts'
import type { LocalFeed, ReceivedEntry } from '../../local/calls.ts'

/** Converts one item of a timeline response. @param view the requested view */
export function entryFromWire(item: TimelineItem, view: View): ReceivedEntry {
  const { entries: entry, feeds: feed } = item
  return {
    ...entry,
    feedId: feed.id ?? '',
    categories: entry.categories ?? [],
    media: entry.media ?? [],
    attachments: entry.attachments ?? [],
    extra: entry.extra ?? null,
    settings: item.settings ?? null,
    sources: item.from ?? [],
    publishedAt: Date.parse(entry.publishedAt),
    insertedAt: Date.parse(entry.insertedAt),
    read: item.read === true,
    starredAt: item.collections ? Date.parse(item.collections.createdAt) : null,
    labels: item.labels ?? [],
    // An absent content preserves the stored one; null would overwrite it.
    content: entry.content ?? undefined,
    readingSeconds: item.readingSeconds,
    view: (item.view ?? view) as View,
  }
}

/** The feeds of the entries of a response, each once; without inboxes. */
export function feedsFromWire(items: readonly TimelineItem[]): LocalFeed[] {
  const byId = new Map<string, LocalFeed>()
  for (const { feeds: feed } of items)
    if (feed.type === 'feed' && feed.id !== undefined) byId.set(feed.id, { ...feed, id: feed.id })
  return [...byId.values()]
}

/** Converts one entry requested by id. That response has no read mark: the stored one is preserved. */
export function singleFromWire(
  data: NonNullable<Output<'entries.get' | 'entries.inboxGet'>['data']>,
  stored: { read: boolean; starredAt: number | null },
): ReceivedEntry {
  const wire: TimelineItem = { entries: data.entries, feeds: data.feeds, read: stored.read }
  return {
    ...entryFromWire(wire, 0),
    starredAt: stored.starredAt,
    // That response has no labels either.
    labels: undefined,
    content: data.entries.content ?? undefined,
  }
}

/** Newline-delimited {id, content}; the last line may lack its newline, and an invalid one is skipped. */
export function contentsFromLines(text: string): { id: string; content: string }[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    try {
      const row = JSON.parse(line) as { id?: unknown; content?: unknown }
      return typeof row.id === 'string' && typeof row.content === 'string'
        ? [{ id: row.id, content: row.content }]
        : []
    } catch {
      return []
    }
  })
}
