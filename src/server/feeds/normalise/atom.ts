/** Atom 0.3 and 1.0, with the forms of YouTube, Reddit, GitHub and Mastodon. */
import type { AtomFeed } from 'feedsmith'
import { mediaAttachments, mediaPictures } from './media.ts'
import type { RawAttachment, RawEntry, RawFeed, RawMedia } from './normalised.ts'
import { periodMinutes } from './rss.ts'
import { htmlOfText } from './text.ts'

type Entry = Partial<AtomFeed.Entry<string>>
type Feed = Partial<AtomFeed.Feed<string>>
type Text = Partial<AtomFeed.Text> | Partial<AtomFeed.Content> | undefined

export function fromAtom(feed: Feed): RawFeed {
  return {
    title: feed.title?.value,
    titleIsText: isText(feed.title),
    description: feed.subtitle?.value,
    image: feed.logo ?? feed.icon ?? feed.itunes?.image,
    link: page(feed.links) ?? (/^https?:/.test(feed.id ?? '') ? feed.id : undefined),
    base: feed.xml?.base,
    language: feed.xml?.lang,
    ttlMinutes: periodMinutes(feed.sy),
    entries: (feed.entries ?? []).map((entry) => atomEntry(entry, feed)),
  }
}

function atomEntry(entry: Entry, feed: Feed): RawEntry {
  const person = entry.authors?.[0] ?? entry.source?.authors?.[0] ?? feed.authors?.[0]
  const described = mediaDescription(entry)
  const content = htmlOf(entry.content)
  const summary = htmlOf(entry.summary)
  return {
    id: entry.id,
    link: page(entry.links) ?? entry.content?.src ?? (/^https?:/.test(entry.id ?? '') ? entry.id : undefined),
    title: entry.title?.value ?? entry.media?.title?.value,
    titleIsText: isText(entry.title),
    content: content ?? summary ?? described,
    summary: content === undefined ? undefined : summary,
    base: entry.xml?.base,
    contentBase: entry.content?.xml?.base,
    author: person?.name ?? entry.dc?.creators?.[0] ?? person?.email,
    authorUrl: person?.uri,
    language: entry.content?.xml?.lang ?? entry.xml?.lang,
    categories: (entry.categories ?? []).map(({ label, term }) => label ?? term),
    dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
    media: [...mediaPictures(entry.media), ...linkedPictures(entry)],
    attachments: [...enclosures(entry), ...mediaAttachments(entry.media)],
  }
}

const isText = (text: Text): boolean =>
  text !== undefined && (text.type === undefined || text.type === 'text')

function htmlOf(text: Text): string | undefined {
  if (text?.value === undefined) return undefined
  if (/^(audio|video|image)\//.test(text.type ?? '')) return undefined
  // Feeds that forget type="html" are more common than plain texts with tags in them.
  const plain =
    isText(text) &&
    !/<\/?(p|br|div|a|img|ul|ol|li|b|i|em|strong|span|h[1-6]|blockquote|pre|code)\b/i.test(text.value)
  return plain ? htmlOfText(text.value) : text.value
}

function mediaDescription(entry: Entry): string | undefined {
  const text = entry.media?.groups?.[0]?.description?.value ?? entry.media?.description?.value
  return text === undefined ? undefined : htmlOfText(text)
}

/** The link to the entry's page: alternate in HTML first, then any alternate, then one of no kind. */
function page(links: Entry['links']): string | undefined {
  const alternates = (links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate')
  return (alternates.find(({ type }) => type === undefined || type.includes('html')) ?? alternates[0])?.href
}

function enclosures(entry: Entry): RawAttachment[] {
  return (entry.links ?? [])
    .filter(({ rel }) => rel === 'enclosure')
    .map(({ href, type, length, title }) => ({
      url: href,
      type,
      bytes: length,
      title,
      seconds: entry.itunes?.duration,
    }))
}

const linkedPictures = (entry: Entry): RawMedia[] =>
  (entry.links ?? [])
    .filter(({ rel, type }) => rel === 'enclosure' && type?.startsWith('image/'))
    .map(({ href }) => ({ type: 'photo', url: href }))
