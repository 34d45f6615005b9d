/** The audio attachments of entries as a podcast: RSS 2.0 with iTunes' tags. */
import { withoutXmlForbidden, type SelectedEntry } from '../../src/plugin-api/server.ts'
import { titleOf } from './letter.ts'

export type Podcast = {
  readonly title: string
  readonly description: string
  readonly language: string
  /** Address of the reader. */
  readonly link: string
  readonly entries: readonly SelectedEntry[]
}

/** @returns the feed; an episode for each audio file at a web address */
export async function writePodcast({
  title,
  description,
  language,
  link,
  entries,
}: Podcast): Promise<string> {
  const { generateRssFeed } = await import('feedsmith')
  const items = entries.flatMap(episodesOf)
  const newest = Math.max(0, ...entries.map(({ entry }) => Date.parse(entry.publishedAt)))
  return generateRssFeed({
    title: withoutXmlForbidden(title),
    description: withoutXmlForbidden(description),
    link,
    language,
    generator: 'Lectern',
    ...(newest > 0 && { pubDate: new Date(newest) }),
    items,
    itunes: {
      author: 'Lectern',
      summary: withoutXmlForbidden(description),
      explicit: false,
      // Directories must not list a private feed.
      block: true,
    },
  })
}

function episodesOf(selected: SelectedEntry) {
  const { entry, feed } = selected
  const files = (entry.attachments ?? []).filter(isAudio)
  return files.map(
    ({ url, title, mime_type: type, duration_in_seconds: duration, size_in_bytes: size }, at) => {
      const seconds = Math.round(Number(duration))
      const name = files.length > 1 && title ? `${titleOf(selected)}: ${title}` : titleOf(selected)
      return {
        title: withoutXmlForbidden(name),
        ...(isWebAddress(entry.url) && { link: entry.url }),
        description: withoutXmlForbidden(entry.description ?? ''),
        guid: { value: at === 0 ? entry.id : `${entry.id}-${at + 1}`, isPermaLink: false },
        pubDate: new Date(entry.publishedAt),
        enclosures: [{ url, length: size && size > 0 ? Math.round(size) : 0, type: type ?? 'audio/mpeg' }],
        itunes: {
          author: withoutXmlForbidden(entry.author || feed.title),
          ...(Number.isFinite(seconds) && seconds > 0 && { duration: seconds }),
        },
      }
    },
  )
}

const isWebAddress = (url: string | null | undefined): url is string =>
  typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)

const isAudio = ({
  url,
  mime_type: type,
}: {
  readonly url: string
  readonly mime_type?: string | undefined
}) =>
  isWebAddress(url) &&
  (type === undefined ? /\.(mp3|m4a|ogg|opus|aac|flac|wav)(\?|$)/i.test(url) : /^audio\//i.test(type))
