/** One shape for all formats: absolute addresses, plain titles, times in ms, a guid for every entry. */
import type { Attachment, Extra, Media } from '../../../contract/shapes.ts'
import { siteOf } from '../../outbound/site.ts'
import type { ParseResult } from '../parse/parse.ts'
import { dateHabitsOf } from './date-habits.ts'
import { readDate, type DateHabits } from './dates.ts'
import { guidsOf } from './guid.ts'
import { fromJson } from './json.ts'
import { withLinkedMedia } from './linked-media.ts'
import type { Normalised, NormalisedEntry, RawAttachment, RawEntry, RawFeed, RawMedia } from './normalised.ts'
import { oneLine, plainText, plainTitle } from './text.ts'
import { detectLanguage } from './language.ts'
import { fromXml } from './xml.ts'

/** Further entries are the feed's archive; every known feed lists the newest first. */
const ENTRIES_MAX = 2000
const DESCRIPTION_MAX = 1000
const TITLE_MAX = 500
const ALT_MAX = 2000
/** Programs that have no description of a picture write its name. */
const FILE_NAME = /^\s*\S+\.(jpe?g|png|gif|webp|avif|heic|mp4|mov)\s*$/i

/**
 * @param url the document's address; null when unknown
 * @param now later dates are replaced with it, so that no entry sticks to the top
 * @param spoken the Content-Language header, for feeds without a language
 */
export function normalise(
  parsed: ParseResult,
  url: string | null,
  now: number,
  spoken: string | null = null,
): Normalised {
  const raw =
    parsed.format === 'json' ? fromJson(parsed.feed, url, ENTRIES_MAX) : fromXml(parsed, url, ENTRIES_MAX)
  return normaliseRaw(raw, now, spoken)
}

/** As {@link normalise}, for a feed that is already read. */
export function normaliseRaw(raw: RawFeed, now: number, spoken: string | null = null): Normalised {
  const guids = guidsOf(raw.entries)
  const language = languageOf(raw.language) ?? languageOf(spoken ?? undefined)
  const habits = dateHabitsOf(
    raw.entries.map(({ dates }) => dates),
    language ?? detectLanguage(sampleOf(raw.entries)),
    now,
  )
  return {
    feed: {
      title: titleOf(raw.title, raw.titleIsText),
      description: plainText(raw.description, DESCRIPTION_MAX),
      image: raw.image ?? null,
      siteUrl: raw.siteUrl,
      language,
      ttlMinutes: raw.ttlMinutes ?? null,
    },
    entries: raw.entries.map((entry, index) =>
      entryOf(entry, {
        guid: guids[index] ?? '',
        base: raw.base,
        siteUrl: raw.siteUrl,
        language,
        habits,
        now,
      }),
    ),
  }
}

type EntryContext = {
  readonly guid: string
  readonly base: string | null
  readonly siteUrl: string | null
  readonly now: number
  readonly language: string | null
  readonly habits: DateHabits
}

/** Number of entries by whose words the language of a feed is detected. */
const SAMPLE = 12

const sampleOf = (entries: readonly RawEntry[]): string =>
  entries
    .slice(0, SAMPLE)
    .map(({ title, summary, content }) => title ?? plainText((summary ?? content)?.slice(0, 200)) ?? '')
    .join('\n')

function entryOf(
  raw: RawEntry,
  { guid, base, siteUrl, language, habits, now }: EntryContext,
): NormalisedEntry {
  const date = raw.dates.map((text) => readDate(text, habits)).find((time) => time !== null) ?? null
  // `xml:lang=""` declares the language unknown.
  const declared = raw.language === '' ? null : (languageOf(raw.language) ?? language)
  const title = titleOf(raw.title, raw.titleIsText)
  const description = plainText(raw.summary ?? raw.content, DESCRIPTION_MAX)
  return {
    guid,
    title,
    url: raw.url ?? null,
    content: withLinkedMedia(raw.content ?? raw.summary ?? null, raw.url ?? null),
    description,
    author: oneLine(plainText(raw.author) ?? undefined, 200),
    authorUrl: raw.authorUrl ?? null,
    authorAvatar: raw.authorAvatar ?? null,
    language: declared ?? detectLanguage(`${title ?? ''}\n${description ?? ''}`),
    categories: distinct((raw.categories ?? []).map((name) => plainText(name, 100))),
    media: mediaOf(raw.media ?? []),
    attachments: attachmentsOf(raw.attachments ?? []),
    extra: extraOf(raw),
    publishedAt: date === null ? null : Math.min(date, now),
    base: raw.contentBase ?? (isAtHome(raw.url, siteUrl) ? raw.url : null) ?? base,
  }
}

/**
 * Addresses in an entry's content are relative to its own page, unless xml:base is set. A link blog's entry, or one
 * linked through a click counter, names a page of another site, which is no base for its content.
 */
function isAtHome(url: string | null | undefined, siteUrl: string | null): boolean {
  if (url && siteUrl?.endsWith('/') && url.startsWith(siteUrl)) return true
  const entryUrl = url ? URL.parse(url) : null
  const home = entryUrl && siteUrl ? URL.parse(siteUrl) : null
  if (!entryUrl || !home || entryUrl.hostname === home.hostname) return entryUrl !== null
  return siteOf(entryUrl) === siteOf(home)
}

const titleOf = (title: string | undefined, isText: boolean | undefined): string | null =>
  isText ? oneLine(title, TITLE_MAX) : plainTitle(title, TITLE_MAX)

function languageOf(language: string | undefined): string | null {
  const tag = language?.trim().replaceAll('_', '-') ?? ''
  return /^([a-z]{2,3}|[a-z]{5,8}|[ix])(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : null
}

const extraOf = ({ relations = [], podcast }: RawEntry): Extra | null =>
  relations.length === 0 && !podcast
    ? null
    : {
        links: relations.map(({ type, url, html, count }) => ({
          type,
          url,
          ...(count === undefined ? {} : { count }),
          ...(html === undefined ? {} : { content_html: html }),
        })),
        ...(podcast && { podcast }),
      }

const distinct = (names: readonly (string | null)[]): string[] => [
  ...new Set(names.filter((name): name is string => name !== null)),
]

function mediaOf(list: readonly RawMedia[]): Media[] {
  const byUrl = new Map<string, Media>()
  for (const { type, url, width, height, preview, description } of list) {
    if (!url || byUrl.has(url)) continue
    const alt = FILE_NAME.test(description ?? '') ? null : plainText(description, ALT_MAX)
    byUrl.set(url, {
      type,
      url,
      ...size(width, height),
      ...(preview ? { preview_image_url: preview } : {}),
      ...(alt === null ? {} : { alt }),
    })
  }
  return largestOfEach([...byUrl.values()])
}

/** Some sites list one image in several sizes that differ in the query only: use the widest. */
function largestOfEach(list: readonly Media[]): Media[] {
  const widest = new Map<string, Media>()
  const pictureOf = ({ type, url, width }: Media): string =>
    type === 'photo' && width !== undefined && url.includes('?') ? url.replace(/[?#].*$/s, '') : url
  for (const one of list) {
    const existing = widest.get(pictureOf(one))
    if (!existing || (one.width ?? 0) > (existing.width ?? 0)) widest.set(pictureOf(one), one)
  }
  return [...widest.values()]
}

const size = (width: number | undefined, height: number | undefined) => ({
  ...(positive(width) ? { width } : {}),
  ...(positive(height) ? { height } : {}),
})
const positive = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && Number.isFinite(value)

function attachmentsOf(list: readonly RawAttachment[]): Attachment[] {
  const byUrl = new Map<string, Attachment>()
  for (const { url, title, type, seconds, bytes } of list) {
    if (!url) continue
    const existing = byUrl.get(url)
    // The same file as enclosure and in Media RSS: merge what both declare.
    byUrl.set(url, {
      url,
      ...(title ? { title } : {}),
      ...(type ? { mime_type: type } : {}),
      ...(positive(seconds) ? { duration_in_seconds: seconds } : {}),
      ...(positive(bytes) ? { size_in_bytes: bytes } : {}),
      ...existing,
    })
  }
  return [...byUrl.values()]
}
