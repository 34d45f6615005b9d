/** One shape for all formats: absolute addresses, plain titles, times in ms, a guid for every entry. */
import type { AnyFeed } from 'feedsmith'
import type { Attachment, Media } from '../../../contract/shapes.ts'
import { absolute, baseOf, mediaAddress } from './address.ts'
import { fromAtom } from './atom.ts'
import { readDate } from './dates.ts'
import { guidsOf } from './guid.ts'
import { fromJson } from './json.ts'
import type { Normalised, NormalisedEntry, RawAttachment, RawEntry, RawFeed, RawMedia } from './normalised.ts'
import { fromRdf, fromRss } from './rss.ts'
import { oneLine, plainText } from './text.ts'

/** Entries beyond this are the archive of a feed that never forgets; the newest come first in every feed seen. */
const ENTRIES_MAX = 2000
const DESCRIPTION_MAX = 1000
const TITLE_MAX = 500

/**
 * @param url where the document came from
 * @param now entries dated later are taken to have appeared now, so that none sticks to the top
 */
export function normalise(found: AnyFeed<string>, url: string, now: number): Normalised {
  const raw = rawOf(found)
  const base = baseOf([raw.base, raw.link, url])
  const siteUrl = absolute(raw.link, baseOf([raw.base, url]))
  const entries = raw.entries.slice(0, ENTRIES_MAX)
  const bases = entries.map((entry) => baseOf([entry.base, base]))
  const urls = entries.map((entry, index) => absolute(entry.link, bases[index] ?? null))
  const guids = guidsOf(entries, urls)
  const language = languageOf(raw.language)
  return {
    feed: {
      title: titleOf(raw.title, raw.titleIsText),
      description: plainText(raw.description, DESCRIPTION_MAX),
      image: absolute(raw.image, base),
      siteUrl,
      language,
      ttlMinutes: raw.ttlMinutes ?? null,
    },
    entries: entries.map((entry, index) =>
      entryOf(entry, {
        guid: guids[index] ?? '',
        url: urls[index] ?? null,
        base: bases[index] ?? null,
        language,
        now,
      }),
    ),
  }
}

function rawOf(found: AnyFeed<string>): RawFeed {
  switch (found.format) {
    case 'rss':
      return fromRss(found.feed)
    case 'rdf':
      return fromRdf(found.feed)
    case 'atom':
      return fromAtom(found.feed)
    case 'json':
      return fromJson(found.feed)
  }
}

type Place = {
  readonly guid: string
  readonly url: string | null
  readonly base: string | null
  readonly now: number
  readonly language: string | null
}

function entryOf(raw: RawEntry, { guid, url, base, language, now }: Place): NormalisedEntry {
  const date = raw.dates.map(readDate).find((time) => time !== null) ?? null
  const content = raw.content ?? raw.summary ?? null
  // Addresses in the content of an entry are relative to its own page, unless xml:base says otherwise.
  const contentBase = baseOf([raw.contentBase, raw.base ? base : (url ?? base)])
  return {
    guid,
    title: titleOf(raw.title, raw.titleIsText),
    url,
    content,
    description: plainText(raw.summary ?? raw.content, DESCRIPTION_MAX),
    author: oneLine(plainText(raw.author) ?? undefined, 200),
    authorUrl: absolute(raw.authorUrl, base),
    authorAvatar: absolute(raw.authorAvatar, base),
    language: languageOf(raw.language) ?? language,
    categories: distinct((raw.categories ?? []).map((name) => plainText(name, 100))),
    media: mediaOf(raw.media ?? [], base),
    attachments: attachmentsOf(raw.attachments ?? [], base),
    extra: null,
    publishedAt: date === null ? null : Math.min(date, now),
    base: contentBase,
  }
}

const titleOf = (title: string | undefined, isText: boolean | undefined): string | null =>
  isText ? oneLine(title, TITLE_MAX) : plainText(title, TITLE_MAX)

function languageOf(language: string | undefined): string | null {
  const tag = language?.trim().replaceAll('_', '-') ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) ? tag : null
}

const distinct = (names: readonly (string | null)[]): string[] => [
  ...new Set(names.filter((name): name is string => name !== null)),
]

function mediaOf(list: readonly RawMedia[], base: string | null): Media[] {
  const byUrl = new Map<string, Media>()
  for (const { type, url, width, height, preview } of list) {
    const address = mediaAddress(url, base)
    const picture = mediaAddress(preview, base)
    if (!address || byUrl.has(address)) continue
    byUrl.set(address, {
      type,
      url: address,
      ...size(width, height),
      ...(picture ? { preview_image_url: picture } : {}),
    })
  }
  return [...byUrl.values()]
}

const size = (width: number | undefined, height: number | undefined) => ({
  ...(positive(width) ? { width } : {}),
  ...(positive(height) ? { height } : {}),
})
const positive = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && Number.isFinite(value)

function attachmentsOf(list: readonly RawAttachment[], base: string | null): Attachment[] {
  const byUrl = new Map<string, Attachment>()
  for (const { url, title, type, seconds, bytes } of list) {
    const address = mediaAddress(url, base)
    if (!address || byUrl.has(address)) continue
    byUrl.set(address, {
      url: address,
      ...(title ? { title } : {}),
      ...(type ? { mime_type: type } : {}),
      ...(positive(seconds) ? { duration_in_seconds: seconds } : {}),
      ...(positive(bytes) ? { size_in_bytes: bytes } : {}),
    })
  }
  return [...byUrl.values()]
}
