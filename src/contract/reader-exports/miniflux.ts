/** Miniflux: `/v1/entries` is `{ total, entries }`, each with its feed and status; `/v1/feeds` is a list of feeds. */
import { createExportBuilder, listOf, recordOf, textOf, type JsonRecord } from './clean-entry.ts'
import type { ReaderExport } from './reader-export.ts'

const isFeed = (value: unknown): boolean => {
  const feed = recordOf(value)
  return feed !== null && 'feed_url' in feed && 'site_url' in feed
}
const entriesOf = (file: unknown): readonly unknown[] =>
  Array.isArray(file) ? file : listOf(recordOf(file)?.['entries'])
const isEntry = (value: unknown): boolean => {
  const entry = recordOf(value)
  return entry !== null && 'status' in entry && ('starred' in entry || 'published_at' in entry)
}

export const isMiniflux = (file: unknown): boolean =>
  entriesOf(file).some((value) => isEntry(value) || isFeed(value))

/** @param file JSON for which isMiniflux() holds */
export function readMiniflux(file: unknown): ReaderExport {
  const build = createExportBuilder('miniflux')
  const addFeed = (feed: JsonRecord) =>
    build.feed({
      url: feed['feed_url'],
      title: feed['title'],
      siteUrl: feed['site_url'],
      category: recordOf(feed['category'])?.['title'],
    })
  build.records(entriesOf(file), (entry) => {
    if (isFeed(entry)) return addFeed(entry)
    const feed = recordOf(entry['feed'])
    if (feed) addFeed(feed)
    build.entry({
      url: entry['url'],
      // Its hash is not the guid of the feed.
      title: entry['title'],
      content: entry['content'],
      author: entry['author'],
      publishedAt: textOf(entry['published_at']),
      feedUrl: feed?.['feed_url'],
      starred: entry['starred'] === true || null,
      read: entry['status'] === 'read' || null,
    })
  })
  return build.result()
}
