/**
 * Feedly: `items` of a stream, or the list alone; times in milliseconds; `unread` is the read mark; a tag that ends in
 * `global.saved` is the star, other tags are boards.
 */
import { createExportBuilder, listOf, recordOf, recordsOf, textOf } from './clean-entry.ts'
import { feedUrlOf, hrefOf } from './google-reader.ts'
import type { ReaderExport } from './reader-export.ts'

const itemsOf = (file: unknown): readonly unknown[] =>
  Array.isArray(file) ? file : listOf(recordOf(file)?.['items'])

export const isFeedly = (file: unknown): boolean =>
  itemsOf(file).some((value) => {
    const item = recordOf(value)
    return (
      item !== null && ('originId' in item || typeof item['unread'] === 'boolean' || 'fingerprint' in item)
    )
  })

/** @param file JSON for which isFeedly() holds */
export function readFeedly(file: unknown): ReaderExport {
  const build = createExportBuilder('feedly')
  const isSavedStream = (textOf(recordOf(file)?.['id']) ?? '').endsWith('global.saved')
  build.records(itemsOf(file), (item) => {
    const origin = recordOf(item['origin'])
    const feedUrl = feedUrlOf(origin)
    const tags = recordsOf(item['tags'])
    const isState = (id: string | null) => /\/tag\/global\./.test(id ?? '')
    const folder = recordsOf(item['categories']).find(
      (category) => !/\/category\/global\./.test(textOf(category['id']) ?? ''),
    )
    build.feed({
      url: feedUrl,
      title: origin?.['title'],
      siteUrl: origin?.['htmlUrl'],
      category: folder?.['label'],
    })
    build.entry({
      url: item['canonicalUrl'] ?? hrefOf(item['canonical']) ?? hrefOf(item['alternate']),
      guid: item['originId'] ?? item['id'],
      title: item['title'],
      content:
        recordOf(item['content'])?.['content'] ??
        item['fullContent'] ??
        recordOf(item['summary'])?.['content'],
      author: item['author'],
      publishedAt: item['published'],
      feedUrl,
      starred:
        isSavedStream || tags.some((tag) => (textOf(tag['id']) ?? '').endsWith('/tag/global.saved')) || null,
      read: item['unread'] === false || null,
      labels: tags.filter((tag) => !isState(textOf(tag['id']))).map((tag) => tag['label']),
    })
  })
  return build.result()
}
