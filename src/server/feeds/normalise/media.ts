/** Pictures, videos and audio of an entry: Media RSS, enclosures, covers. */
import { all, elementsIn, first, textOf, type Element } from '../parse/element.ts'
import { absolute, fileAddress, mediaAddress } from './address.ts'
import { secondsIn } from './duration.ts'
import { appLinksOf, type Link } from './links.ts'
import type { RawAttachment, RawMedia } from './normalised.ts'

type Kind = 'photo' | 'video' | 'audio' | null
type Group = { readonly contents: readonly Element[]; readonly thumbnails: readonly Element[] }
const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg|bmp)(\?|$)/i

/** Elements that the functions below read. */
const MEDIA = /^(media:|itunes:|googleplay:|podcast:|enc:|enclosure$|image$|content$)/

/** False for an entry of text only, which is the common case: media, attachments and avatars can be skipped. */
export function holdsMedia(entry: Element, links: readonly Link[]): boolean {
  for (const child of entry.children)
    if (
      typeof child !== 'string' &&
      MEDIA.test(child.name) &&
      (child.name !== 'content' || child.attributes['src'])
    )
      return true
  return links.some(({ rel }) => rel === 'enclosure') || appLinksOf(entry).length > 0
}

export function mediaOf(entry: Element, links: readonly Link[], base: string | null): RawMedia[] {
  return [...fromMediaRss(entry, base), ...enclosedPictures(entry, links, base), ...covers(entry, base)]
}

export function attachmentsOf(entry: Element, links: readonly Link[], base: string | null): RawAttachment[] {
  const enclosures = [...enclosuresOf(entry, base), ...linkedEnclosures(links)]
  const seconds = secondsIn(textOf(first(entry, 'itunes:duration')))
  // A single duration belongs to the audio file, or to all its alternative forms.
  const timed = enclosures.map((one) => (isSound(one) || enclosures.length === 1 ? { ...one, seconds } : one))
  const inApps = appLinksOf(entry).map(fileOfLink)
  return [
    ...timed,
    ...inApps,
    ...playable(entry, base),
    ...alternatives(entry, base),
    ...externalContent(entry, base),
  ]
}

const isSound = ({ type, url }: RawAttachment): boolean =>
  /^(audio|video)\//.test(type ?? '') ||
  /\.(mp3|m4a|mp4|ogg|opus|aac|wav|flac|m4v|mov|webm)(\?|$)/i.test(url ?? '')

function enclosuresOf(entry: Element, base: string | null): RawAttachment[] {
  return elementsIn(entry)
    .filter(({ name }) => name === 'enclosure' || name === 'enc:enclosure')
    .map((element) => {
      const { attributes } = element
      const value = attributes['url'] ?? attributes['href'] ?? attributes['rdf:resource'] ?? textOf(element)
      return {
        url: fileAddress(value, element.base ?? base),
        type: typeOf(attributes['type'] ?? attributes['enc:type']),
        bytes: numberIn(attributes['length'] ?? attributes['enc:length']),
        title: attributes['title'],
      }
    })
}

const linkedEnclosures = (links: readonly Link[]): RawAttachment[] =>
  links.filter(({ rel }) => rel === 'enclosure').map(fileOfLink)

const fileOfLink = ({ url, type, length, title }: Link): RawAttachment => ({
  url,
  type: typeOf(type),
  bytes: numberIn(length),
  title,
})

/** Videos and audio of Media RSS, and content of unknown type. */
function playable(entry: Element, base: string | null): RawAttachment[] {
  return groupOf(entry).contents.flatMap((content): RawAttachment[] => {
    const { attributes } = content
    // Flash is obsolete; the video that it played is among the media.
    if (kindOf(content) === 'photo' || /shockwave/i.test(attributes['type'] ?? '')) return []
    return [
      {
        url: absolute(attributes['url'], content.base ?? base),
        type: typeOf(attributes['type']),
        title: textOf(first(content, 'media:title')),
        seconds: secondsIn(attributes['duration']),
        bytes: numberIn(attributes['filesize']),
      },
    ]
  })
}

/** Alternative enclosures of an episode (Podcasting 2.0). */
function alternatives(entry: Element, base: string | null): RawAttachment[] {
  return all(entry, 'podcast:alternateenclosure').flatMap((one) =>
    all(one, 'podcast:source').map((source) => ({
      url: absolute(source.attributes['uri'], source.base ?? base),
      type: typeOf(one.attributes['type']),
      bytes: numberIn(one.attributes['length']),
      title: one.attributes['title'],
    })),
  )
}

/** An entry whose content is an external audio or video file (RFC 4287, 4.1.3.2). */
function externalContent(entry: Element, base: string | null): RawAttachment[] {
  return all(entry, 'content')
    .filter(({ attributes }) => attributes['src'] && /^(audio|video)\//i.test(attributes['type'] ?? ''))
    .map(({ attributes, base: contentBase }) => ({
      url: absolute(attributes['src'], contentBase ?? base),
      type: typeOf(attributes['type']),
    }))
}

/** Pictures and videos, each video with its preview; a thumbnail without content counts as a picture. */
function fromMediaRss(entry: Element, base: string | null): RawMedia[] {
  const { contents, thumbnails } = groupOf(entry)
  const thumbnail = thumbnails[0]
  const preview = thumbnail ? sourceOf(thumbnail, base) : null
  const forms = new Set(all(entry, 'media:group').flatMap(otherForms))
  const pictures = contents
    .filter((content) => !forms.has(content))
    .flatMap((content): RawMedia[] => {
      const kind = kindOf(content)
      if (kind !== 'photo' && kind !== 'video') return []
      const contentThumbnail = first(content, 'media:thumbnail')
      const player = first(content, 'media:player')?.attributes['url']
      const { url = player, width, height } = content.attributes
      return [
        {
          type: kind,
          url: mediaAddress(url, content.base ?? base),
          width: numberIn(width),
          height: numberIn(height),
          description: descriptionOf(content),
          preview:
            kind === 'video'
              ? ((contentThumbnail ? sourceOf(contentThumbnail, base) : null) ?? preview)
              : null,
        },
      ]
    })
  if (pictures.length > 0 || !thumbnail || isFace(thumbnail)) return pictures
  const { width, height } = thumbnail.attributes
  return [{ type: 'photo', url: preview, width: numberIn(width), height: numberIn(height) }]
}

const descriptionOf = (content: Element): string | undefined =>
  textOf(first(content, 'media:description')) ?? textOf(first(content, 'media:title'))

/** A group contains one video in several forms (Media RSS): returns all but the preferred one. */
function otherForms(group: Element): Element[] {
  const films = all(group, 'media:content').filter((content) => kindOf(content) === 'video')
  const byDefault = films.find(({ attributes }) => attributes['isdefault'] === 'true')
  const width = ({ attributes }: Element): number => numberIn(attributes['width']) ?? 0
  const shown = byDefault ?? films.toSorted((a, b) => width(b) - width(a))[0]
  return films.filter((film) => film !== shown)
}

/** Pixels: a square picture up to this size is an avatar, not content (GitHub's feeds). */
const FACE = 48

const isFace = ({ attributes: { width, height } }: Element): boolean =>
  width !== undefined && width === height && (numberIn(width) ?? Infinity) <= FACE

/** The author's avatar, if the entry has one. */
export function imageOf(entry: Element, base: string | null): string | null {
  const { contents, thumbnails } = groupOf(entry)
  const face = contents.length === 0 ? thumbnails.find(isFace) : undefined
  return face ? sourceOf(face, base) : null
}

const sourceOf = (element: Element, base: string | null): string | null =>
  mediaAddress(
    element.attributes['url'] ?? element.attributes['href'] ?? textOf(element),
    element.base ?? base,
  )

const NO_GROUP: Group = { contents: [], thumbnails: [] }

/** All Media RSS elements of an entry, inside and outside groups. */
function groupOf(entry: Element): Group {
  const groups = all(entry, 'media:group')
  if (groups.length + all(entry, 'media:content').length + all(entry, 'media:thumbnail').length === 0)
    return NO_GROUP
  const direct = [entry, ...groups]
  const contents = direct.flatMap((one) => all(one, 'media:content'))
  const thumbnails = [...direct, ...contents].flatMap((one) => all(one, 'media:thumbnail'))
  return { contents, thumbnails }
}

function kindOf({ attributes, children }: Element): Kind {
  const url = attributes['url'] ?? ''
  const declared = (attributes['medium'] ?? attributes['type']?.split('/')[0] ?? '').toLowerCase()
  if (declared === 'image') return 'photo'
  if (declared === 'video' || declared === 'audio') return declared
  if (PICTURE.test(url)) return 'photo'
  if (/\.(mp4|m4v|mov|webm)(\?|$)/i.test(url)) return 'video'
  const player = children.some((child) => typeof child !== 'string' && child.name === 'media:player')
  // Old feeds declare YouTube's player page as Flash.
  return player || /youtube\.com\/v\//.test(url) ? 'video' : null
}

function enclosedPictures(entry: Element, links: readonly Link[], base: string | null): RawMedia[] {
  return [...enclosuresOf(entry, base), ...linkedEnclosures(links)]
    .filter(({ url }) => mediaAddress(url ?? undefined, null) !== null)
    .filter(({ type, url }) => type?.startsWith('image/') || (!type && PICTURE.test(url ?? '')))
    .map(({ url }) => ({ type: 'photo', url }))
}

function covers(entry: Element, base: string | null): RawMedia[] {
  return ['itunes:image', 'googleplay:image', 'image']
    .flatMap((name) => all(entry, name))
    .map((element) => ({ type: 'photo' as const, url: pictureOf(element, base) }))
}

/** A picture's address, from attributes, a child element, or text. */
export function pictureOf(element: Element | undefined, base: string | null): string | null {
  if (!element) return null
  const { attributes } = element
  const inside = elementsIn(element).find(({ local }) => local === 'url' || local === 'href')
  const text = elementsIn(element).length === 0 ? textOf(element) : undefined
  const value =
    textOf(inside) ?? attributes['href'] ?? attributes['url'] ?? attributes['rdf:resource'] ?? text
  return absolute(value, (inside ?? element).base ?? base)
}

const typeOf = (type: string | undefined): string | undefined => type?.trim().toLowerCase() || undefined

/** Parses a count; undefined when it is not one. */
export function numberIn(text: string | undefined): number | undefined {
  const digits = text?.trim().replace(/(?<=\d)[,\s](?=\d{3})/g, '') ?? ''
  const value = /^\d{1,15}(\.\d+)?(px)?$/.test(digits) ? Math.round(parseFloat(digits)) : undefined
  return value !== undefined && value > 0 ? value : undefined
}
