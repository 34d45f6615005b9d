/** NewsBlur: `stories` with `story_…` fields, and `feeds`, a list or an object by id. */
import { createExportBuilder, listOf, msOfSeconds, recordOf, textOf } from './clean-entry.ts'
import type { ReaderExport } from './reader-export.ts'

const storiesOf = (file: unknown): readonly unknown[] =>
  Array.isArray(file) ? file : listOf(recordOf(file)?.['stories'])

export const isNewsblur = (file: unknown): boolean =>
  storiesOf(file).some((value) => {
    const story = recordOf(value)
    return story !== null && ('story_permalink' in story || 'story_hash' in story)
  })

/** @param file JSON for which isNewsblur() holds */
export function readNewsblur(file: unknown): ReaderExport {
  const build = createExportBuilder('newsblur')
  const list = recordOf(file)?.['feeds']
  const feeds = new Map(
    (Array.isArray(list) ? list : Object.values(recordOf(list) ?? {})).flatMap((value) => {
      const feed = recordOf(value)
      return feed ? [[String(feed['id']), feed] as const] : []
    }),
  )
  for (const feed of feeds.values())
    build.feed({ url: feed['feed_address'], title: feed['feed_title'], siteUrl: feed['feed_link'] })
  build.records(storiesOf(file), (story) => {
    const marked = listOf(story['highlights'])
    build.entry({
      url: story['story_permalink'],
      guid: story['id'],
      title: story['story_title'],
      content: story['story_content'],
      author: story['story_authors'],
      publishedAt: msOfSeconds(story['story_timestamp']) ?? textOf(story['story_date']),
      feedUrl: feeds.get(String(story['story_feed_id']))?.['feed_address'],
      // The export has starred stories; a list of others says so.
      starred: story['starred'] !== false || null,
      read: story['read_status'] === 1 || null,
      labels: listOf(story['user_tags']),
      highlights: marked.map((text) => ({ text })),
    })
  })
  return build.result()
}
