/** RSS 0.9x to 2.0, and 1.0 (RDF), with the modules that people use. */
import type { RdfFeed, RssFeed } from 'feedsmith'
import { mediaAttachments, mediaPictures } from './media.ts'
import type { RawAttachment, RawEntry, RawFeed, RawMedia } from './normalised.ts'
import { htmlOfText } from './text.ts'

type Item = Partial<RssFeed.Item<string>>
type RdfItem = Partial<RdfFeed.Item<string>>

export function fromRss(feed: Partial<RssFeed.Feed<string>>): RawFeed {
  return {
    title: feed.title ?? feed.dc?.titles?.[0] ?? feed.itunes?.title,
    description: feed.description ?? feed.itunes?.summary ?? feed.itunes?.subtitle,
    image:
      feed.image?.url ??
      feed.itunes?.image ??
      feed.googleplay?.image?.href ??
      feed.atom?.logo ??
      feed.atom?.icon,
    link: feed.link ?? alternate(feed.atom?.links),
    base: feed.xml?.base,
    language: feed.language ?? feed.dc?.languages?.[0],
    ttlMinutes: slowest(feed.ttl, periodMinutes(feed.sy)),
    entries: (feed.items ?? []).map((item) => rssEntry(item, feed)),
  }
}

export function fromRdf(feed: Partial<RdfFeed.Feed<string>>): RawFeed {
  return {
    title: feed.title,
    description: feed.description,
    image: feed.image?.url,
    link: feed.link,
    base: feed.xml?.base,
    language: feed.dc?.languages?.[0],
    ttlMinutes: periodMinutes(feed.sy),
    entries: (feed.items ?? []).map((item) => ({ ...shared(item), id: item.rdf?.about ?? item.link })),
  }
}

function rssEntry(item: Item, feed: Partial<RssFeed.Feed<string>>): RawEntry {
  const person = item.authors?.[0]
  const common = shared(item)
  return {
    ...common,
    id: item.guid?.value ?? item.atom?.id,
    link: item.link ?? common.link ?? permalink(item) ?? item.comments,
    content: common.content ?? item.itunes?.summary ?? mediaDescription(item),
    author: person?.name ?? common.author ?? item.itunes?.author ?? person?.email ?? feed.itunes?.author,
    authorUrl: person?.link ?? common.authorUrl,
    categories: [
      ...(item.categories ?? []).map(({ name }) => name),
      ...(common.categories ?? []),
      ...(item.itunes?.keywords ?? []),
    ],
    dates: [item.pubDate, ...common.dates],
    media: [...mediaPictures(item.media), ...enclosedPictures(item), ...coverOf(item)],
    attachments: [...enclosed(item), ...mediaAttachments(item.media)],
  }
}

/** What RSS 1.0 and 2.0 items have in common. */
function shared(item: Item | RdfItem): RawEntry {
  const encoded = item.content?.encoded ?? item.atom?.content?.value
  const described = item.description ?? item.atom?.summary?.value ?? item.dc?.descriptions?.[0]
  const body = encoded ?? described
  const distinct = encoded !== undefined && described !== undefined && described !== encoded
  return {
    link: item.link ?? alternate(item.atom?.links),
    title: item.title ?? item.atom?.title?.value ?? item.dc?.titles?.[0],
    content: body !== undefined && !/[<&]/.test(body) ? htmlOfText(body) : body,
    summary: distinct ? described : undefined,
    base: item.xml?.base,
    author: item.dc?.creators?.[0] ?? item.atom?.authors?.[0]?.name,
    authorUrl: item.atom?.authors?.[0]?.uri,
    language: item.dc?.languages?.[0] ?? item.xml?.lang,
    categories: [
      ...(item.dc?.subjects ?? []),
      ...(item.atom?.categories ?? []).map(({ label, term }) => label ?? term),
    ],
    dates: [
      item.dc?.dates?.[0],
      item.dcterms?.created?.[0],
      item.dcterms?.issued?.[0],
      item.atom?.published,
      item.atom?.updated,
      item.dcterms?.modified?.[0],
    ],
    media: mediaPictures(item.media),
    attachments: mediaAttachments(item.media),
  }
}

type Links = readonly { readonly href?: string; readonly rel?: string }[] | undefined
const alternate = (links: Links): string | undefined =>
  links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href

/** A guid is the entry's address unless it says that it is not (RSS 2.0). */
function permalink(item: Item): string | undefined {
  const { value, isPermaLink } = item.guid ?? {}
  return isPermaLink !== false && value && /^https?:\/\//i.test(value.trim()) ? value : undefined
}

function enclosed(item: Item): RawAttachment[] {
  const isOnly = item.enclosures?.length === 1
  return (item.enclosures ?? []).map(({ url, type, length }) => ({
    url,
    type,
    bytes: length,
    seconds: isOnly ? item.itunes?.duration : undefined,
  }))
}

const enclosedPictures = (item: Item): RawMedia[] =>
  (item.enclosures ?? [])
    .filter(
      ({ type, url }) =>
        type?.startsWith('image/') || (!type && /\.(jpe?g|png|gif|webp|avif)$/i.test(url ?? '')),
    )
    .map(({ url }) => ({ type: 'photo', url }))
const coverOf = (item: Item): RawMedia[] =>
  item.itunes?.image ? [{ type: 'photo', url: item.itunes.image }] : []

function mediaDescription(item: Item): string | undefined {
  const media = item.media
  return media?.description?.value ?? media?.groups?.[0]?.description?.value
}

type Period = { readonly updatePeriod?: string; readonly updateFrequency?: number } | undefined
const PERIODS: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

/** The syndication module's wish, in minutes. */
export function periodMinutes(sy: Period): number | undefined {
  const period = PERIODS[sy?.updatePeriod?.trim().toLowerCase() ?? '']
  return period ? Math.round(period / Math.max(1, sy?.updateFrequency ?? 1)) : undefined
}

const slowest = (...minutes: readonly (number | undefined)[]): number | undefined => {
  const known = minutes.filter((value) => value !== undefined && value > 0)
  return known.length > 0 ? Math.max(...(known as number[])) : undefined
}
