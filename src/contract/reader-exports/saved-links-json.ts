/** JSON of services that save links: a list of links, or an object that has it. */
import {
  createExportBuilder,
  listOf,
  msOfSeconds,
  recordOf,
  recordsOf,
  textOf,
  type JsonRecord,
  type RawEntry,
} from './clean-entry.ts'
import type { ReaderExport, ReaderName } from './reader-export.ts'

type Format = {
  readonly reader: ReaderName
  /** The field with the list, where the file is no list. */
  readonly field?: string
  readonly recognises: (link: JsonRecord) => boolean
  readonly entry: (link: JsonRecord) => RawEntry
}

const isSet = (value: unknown): true | null => (value === true || value === 1 || value === '1' ? true : null)

/** The first that recognises a link of the file reads it. */
const formats: readonly Format[] = [
  {
    reader: 'readeck',
    recognises: (link) => 'is_marked' in link && 'url' in link,
    entry: (link) => ({
      url: link['url'],
      title: link['title'],
      author: listOf(link['authors'])[0],
      publishedAt: textOf(link['published']) ?? link['created'],
      starred: isSet(link['is_marked']),
      read: isSet(link['is_archived']),
      labels: listOf(link['labels']),
    }),
  },
  {
    reader: 'linkding',
    field: 'results',
    recognises: (link) => 'tag_names' in link && 'url' in link,
    entry: (link) => ({
      url: link['url'],
      title: textOf(link['title']) ?? link['website_title'],
      publishedAt: link['date_added'],
      read: link['unread'] === false || null,
      labels: listOf(link['tag_names']),
      highlights: [{ text: '', note: link['notes'] }],
    }),
  },
  {
    reader: 'wallabag',
    recognises: (link) => 'is_archived' in link && 'url' in link,
    entry: (link) => ({
      url: link['url'],
      title: link['title'],
      content: link['content'],
      author: listOf(link['published_by'])[0],
      publishedAt: textOf(link['published_at']) ?? link['created_at'],
      starred: isSet(link['is_starred']),
      read: isSet(link['is_archived']),
      labels: listOf(link['tags']),
      highlights: recordsOf(link['annotations']).map(({ quote, text, created_at: createdAt }) => ({
        text: quote,
        note: text,
        createdAt,
      })),
    }),
  },
  {
    reader: 'omnivore',
    recognises: (link) => 'savedAt' in link && 'slug' in link,
    entry: (link) => ({
      url: link['url'],
      title: link['title'],
      author: link['author'],
      publishedAt: textOf(link['publishedAt']) ?? link['savedAt'],
      read: /^archived$/i.test(textOf(link['state']) ?? '') || null,
      labels: listOf(link['labels']),
    }),
  },
  {
    reader: 'pocket',
    recognises: (link) => 'url' in link && recordsOf(link['highlights']).some((one) => 'quote' in one),
    entry: (link) => ({
      url: link['url'],
      title: link['title'],
      highlights: recordsOf(link['highlights']).map(({ quote, created_at: seconds }) => ({
        text: quote,
        createdAt: msOfSeconds(seconds),
      })),
    }),
  },
  {
    reader: 'pinboard',
    recognises: (link) => 'href' in link && 'toread' in link,
    entry: (link) => ({
      url: link['href'],
      // Its names are those of the interface that it was made like.
      title: link['description'],
      publishedAt: link['time'],
      read: link['toread'] === 'no' || null,
      labels: (textOf(link['tags']) ?? '').split(/\s+/),
      highlights: [{ text: '', note: link['extended'] }],
    }),
  },
  {
    reader: 'karakeep',
    field: 'bookmarks',
    recognises: (link) => 'createdAt' in link && 'tags' in link && 'content' in link,
    entry: (link) => {
      const content = recordOf(link['content'])
      return {
        url: content?.['url'],
        title: link['title'],
        content: content?.['text'],
        publishedAt: msOfSeconds(link['createdAt']),
        read: isSet(link['archived']),
        labels: listOf(link['tags']),
        highlights: [{ text: '', note: link['note'] }],
      }
    },
  },
]

const linksOf = (file: unknown, { field }: Format): readonly unknown[] =>
  Array.isArray(file) ? file : listOf(field === undefined ? null : recordOf(file)?.[field])

const formatOf = (file: unknown): Format | undefined =>
  formats.find((format) => recordsOf(linksOf(file, format)).some(format.recognises))

export const isSavedLinks = (file: unknown): boolean => formatOf(file) !== undefined

/**
 * @param file JSON for which isSavedLinks() holds
 * @param filesOf what other files of an archive say of a link, by its name there
 */
export function readSavedLinks(
  file: unknown,
  filesOf: (slug: string) => Partial<RawEntry> = () => ({}),
): ReaderExport {
  const format = formatOf(file)
  if (!format) throw new TypeError('No service recognises the file.')
  const build = createExportBuilder(format.reader)
  build.records(linksOf(file, format), (link) =>
    build.entry({ ...format.entry(link), ...filesOf(textOf(link['slug']) ?? '') }),
  )
  return build.result()
}
