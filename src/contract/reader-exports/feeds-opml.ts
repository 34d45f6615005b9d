/** The feeds of an export as OPML, which the server imports. */
import { escapeAttribute } from '../../core/escape-markup.ts'
import type { FeedOfExport } from './reader-export.ts'

export function feedsOpml(feeds: readonly FeedOfExport[]): string {
  const outlines = feeds.map(({ url, title, siteUrl, category }) =>
    [
      '<outline type="rss"',
      attribute('text', title ?? url),
      attribute('xmlUrl', url),
      ...(siteUrl === null ? [] : [attribute('htmlUrl', siteUrl)]),
      ...(category === null ? [] : [attribute('category', category)]),
      '/>',
    ].join(' '),
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0"><head></head><body>\n${outlines.join('\n')}\n</body></opml>\n`
}

const attribute = (name: string, value: string): string =>
  `${name}="${escapeAttribute(value).replaceAll(/\p{Cc}/gu, ' ')}"`
