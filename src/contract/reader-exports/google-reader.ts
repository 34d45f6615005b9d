/**
 * FreshRSS, Inoreader and others with the Google Reader API: an object with `items`; times in seconds; stars and read marks
 * are categories such as `user/-/state/com.google/read`, labels `user/-/label/NAME`.
 */
import { createExportBuilder, listOf, recordOf, textOf, type JsonRecord } from './clean-entry.ts'
import type { ReaderExport } from './reader-export.ts'

const STATE = /^user\/[^/]+\/state\/com\.google\/(.+)$/
const LABEL = /^user\/[^/]+\/label\/(.+)$/

export function isGoogleReader(file: unknown): boolean {
  const items = recordOf(file)?.['items']
  if (!Array.isArray(items)) return false
  const id = textOf(recordOf(file)?.['id']) ?? ''
  return id.includes('/state/') || items.some((item) => Array.isArray(recordOf(item)?.['categories']))
}

/** @param file an object for which isGoogleReader() holds */
export function readGoogleReader(file: unknown): ReaderExport {
  const build = createExportBuilder('googleReader')
  const isStarredStream = /com\.google\/starred|org\.freshrss\/starred/.test(
    textOf(recordOf(file)?.['id']) ?? '',
  )
  build.records(listOf(recordOf(file)?.['items']), (item) => {
    const origin = recordOf(item['origin'])
    const feedUrl = feedUrlOf(origin)
    const names = listOf(item['categories']).filter((name) => typeof name === 'string')
    const states = names.flatMap((name) => STATE.exec(name)?.[1] ?? [])
    build.feed({ url: feedUrl, title: origin?.['title'], siteUrl: origin?.['htmlUrl'] })
    build.entry({
      url: hrefOf(item['canonical']) ?? hrefOf(item['alternate']),
      guid: item['guid'] ?? item['id'],
      title: item['title'],
      content: recordOf(item['content'])?.['content'] ?? recordOf(item['summary'])?.['content'],
      author: item['author'],
      publishedAt: typeof item['published'] === 'number' ? item['published'] * 1000 : null,
      feedUrl,
      starred: isStarredStream || states.includes('starred') || null,
      read: states.includes('read') || null,
      labels: names.flatMap((name) => LABEL.exec(name)?.[1] ?? []),
    })
  })
  return build.result()
}

/** The first address of `[{ href }]`. */
export const hrefOf = (links: unknown): string | null =>
  listOf(links)
    .map((link) => textOf(recordOf(link)?.['href']))
    .find((href) => href !== null) ?? null

/** `feed/https://…`; FreshRSS numbers its feeds, with the address in another field. */
export function feedUrlOf(origin: JsonRecord | null): string | null {
  const stream = /^feed\/(https?:.+)$/.exec(textOf(origin?.['streamId']) ?? '')?.[1]
  return textOf(origin?.['feedUrl']) ?? stream ?? null
}
