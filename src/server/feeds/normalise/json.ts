/** JSON Feed 1.0 and 1.1. */
import type { JsonFeed } from 'feedsmith'
import type { RawEntry, RawFeed } from './normalised.ts'
import { htmlOfText } from './text.ts'

type Item = Partial<JsonFeed.Item<string>>

export function fromJson(feed: Partial<JsonFeed.Feed<string>>): RawFeed {
  return {
    title: feed.title,
    description: feed.description,
    image: feed.icon ?? feed.favicon,
    link: feed.home_page_url,
    language: feed.language,
    entries: (feed.items ?? []).map((item) => jsonEntry(item, feed)),
  }
}

function jsonEntry(item: Item, feed: Partial<JsonFeed.Feed<string>>): RawEntry {
  const person = item.authors?.[0] ?? feed.authors?.[0]
  const picture = item.image ?? item.banner_image
  return {
    id: item.id,
    link: item.url ?? item.external_url,
    title: item.title,
    content:
      item.content_html ?? (item.content_text === undefined ? undefined : htmlOfText(item.content_text)),
    summary: item.summary,
    author: person?.name,
    authorUrl: person?.url,
    authorAvatar: person?.avatar,
    language: item.language ?? feed.language,
    categories: item.tags ?? [],
    dates: [item.date_published, item.date_modified],
    media: [
      ...(picture ? [{ type: 'photo' as const, url: picture }] : []),
      ...(item.attachments ?? [])
        .filter(({ mime_type: type }) => type?.startsWith('image/'))
        .map(({ url }) => ({ type: 'photo' as const, url })),
    ],
    attachments: (item.attachments ?? []).map((one) => ({
      url: one.url,
      title: one.title,
      type: one.mime_type,
      seconds: one.duration_in_seconds,
      bytes: one.size_in_bytes,
    })),
  }
}
