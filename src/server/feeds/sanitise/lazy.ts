/**
 * Addresses of pictures, frames and videos that a script loads lazily. Pages invent an attribute for them: where the standard one
 * is missing or a placeholder, an attribute with a suitable address has the real one.
 */
import { isInlinePicture, type Resolve } from './addresses.ts'
import type { Attributes } from './tree.ts'

/** Names with the real address even beside a standard one, best first. */
const SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-original-src',
  'data-url',
] as const
const SETS = ['data-srcset', 'data-lazy-srcset'] as const

/** Attributes of HTML, which scripts do not use for this, and those with addresses of something else. */
const OTHER =
  /^(on.*|aria-.*|src|srcset|sizes|alt|title|class|id|style|width|height|loading|href|cite|poster|longdesc|usemap|name|type|media|sandbox|referrerpolicy|srcdoc)$|link|href|page|share|pin-|avatar|author|logo/
const PICTURE = /\.(jpe?g|png|gif|webp|avif|svg|bmp|jfif|heic)$/i
const FILM = /\.(mp4|m4v|webm|mov|ogv|mp3|m4a|aac|ogg|oga|opus|wav|flac|m3u8)$/i
const NAMES_PICTURE = /src|orig|lazy|im(g|age)|pic|photo|url|full|large|file/
const NAMES_FILM = /src|video|audio|media|url|file/
const NAMES_FRAME = /src|url|frame|embed|lazy|video|player/
const SET = /\S\s+\d+(\.\d+)?[wx]\s*(,|$)/

/** A placeholder for a picture that has not loaded: an empty one, or named so. */
const PLACEHOLDER =
  /(^|[/_.-])(blank|spacer|placeholder|transparent|loading|loader|lazy(load)?|gr[ae]y|empty|dummy|1x1|trans(p)?|clear|pixel)([_.-]?[\w]{0,12})?\.(gif|png|svg|jpe?g|webp)$/i

export const isPlaceholder = (address: string | undefined): boolean => {
  const trimmed = address?.trim() ?? ''
  return (
    trimmed === '' ||
    /^(data|about|javascript|blob):|^#|^\/\/:0$/i.test(trimmed) ||
    PLACEHOLDER.test(trimmed.replace(/[?#].*$/s, ''))
  )
}

/** @param name of an element that loads something */
export function withLazyAddresses(name: string, attributes: Attributes, resolve: Resolve): Attributes {
  if (!hasInvented(attributes)) return attributes
  switch (name) {
    case 'img':
      return picture(attributes, resolve)
    case 'source':
      return source(attributes, resolve)
    case 'iframe':
      return withSource(attributes, found(attributes, resolve, NAMES_FRAME, null))
    default:
      return film(attributes, resolve)
  }
}

function hasInvented(attributes: Attributes): boolean {
  for (const name in attributes) if (!OTHER.test(name)) return true
  return false
}

function picture(attributes: Attributes, resolve: Resolve): Attributes {
  const known = SOURCES.map((name) => attributes[name]).find(
    (value) =>
      value && (isInlinePicture(value) || (!isPlaceholder(value) && !/[{}]/.test(value) && resolve(value))),
  )
  const set = setOf(attributes)
  const src =
    known ??
    (isPlaceholder(attributes['src']) ? found(attributes, resolve, NAMES_PICTURE, PICTURE) : undefined)
  return { ...attributes, ...(src ? { src } : {}), ...(set ? { srcset: set } : {}) }
}

/** A source of a picture has a srcset, one of a video a single address. */
function source(attributes: Attributes, resolve: Resolve): Attributes {
  const set = setOf(attributes)
  if (set) return { ...attributes, srcset: set }
  if (!isPlaceholder(attributes['srcset']) || !isPlaceholder(attributes['src'])) return attributes
  const address =
    found(attributes, resolve, NAMES_PICTURE, PICTURE) ?? found(attributes, resolve, NAMES_FILM, FILM)
  if (address === undefined) return attributes
  const isFilm = FILM.test(pathOf(address)) || /^(video|audio)\//.test(attributes['type'] ?? '')
  return isFilm ? { ...attributes, src: address } : { ...attributes, srcset: address }
}

function film(attributes: Attributes, resolve: Resolve): Attributes {
  const poster = isPlaceholder(attributes['poster']) ? found(attributes, resolve, /poster/, null) : undefined
  const others = Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.includes('poster')))
  const next = withSource(attributes, found(others, resolve, NAMES_FILM, FILM))
  return poster === undefined ? next : { ...next, poster }
}

const withSource = (attributes: Attributes, src: string | undefined): Attributes =>
  src === undefined || !isPlaceholder(attributes['src']) ? attributes : { ...attributes, src }

function setOf(attributes: Attributes): string | undefined {
  const known = SETS.map((name) => attributes[name]).find(Boolean)
  if (known || !isPlaceholder(attributes['srcset']?.split(/[\s,]/)[0])) return known
  return inventedIn(attributes).find(([, value]) => SET.test(value))?.[1]
}

/** @param names of attributes that may hold any address @param files endings of addresses that any attribute may hold */
function found(
  attributes: Attributes,
  resolve: Resolve,
  names: RegExp,
  files: RegExp | null,
): string | undefined {
  const invented = inventedIn(attributes).filter(([, value]) => isAddress(value, resolve))
  const byName = invented.filter(([name]) => names.test(name))
  const byFile = files ? invented.filter(([, value]) => files.test(pathOf(value))) : []
  return (byFile.find((one) => byName.includes(one)) ?? byFile[0] ?? byName[0])?.[1]
}

/** Longer values are the state of a whole page. */
const MAX_JSON = 20_000
const MAX_MEMBERS = 200

/** The non-standard attributes, and the texts within those that are JSON: `data-attrs` with `src` is `data-attrs.src`. */
function inventedIn(attributes: Attributes): readonly (readonly [string, string])[] {
  return Object.entries(attributes)
    .filter(([name]) => !OTHER.test(name))
    .flatMap(([name, value]) =>
      /^\s*[[{]/.test(value) && value.length <= MAX_JSON ? textsIn(name, value) : [[name, value] as const],
    )
}

function textsIn(name: string, json: string): readonly (readonly [string, string])[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return [[name, json]]
  }
  const texts: (readonly [string, string])[] = []
  const waiting: (readonly [string, unknown])[] = [[name, value]]
  for (const [path, part] of waiting) {
    if (typeof part === 'string') texts.push([path.toLowerCase(), part])
    else if (typeof part === 'object' && part !== null && waiting.length < MAX_MEMBERS)
      waiting.push(...Object.entries(part).map(([key, member]) => [`${path}.${key}`, member] as const))
  }
  return texts.filter(([path]) => !OTHER.test(path))
}

const pathOf = (address: string): string => address.trim().replace(/[?#].*$/s, '')

/** Excludes words and numbers, which would be relative addresses, and templates for a script to fill. */
function isAddress(value: string, resolve: Resolve): boolean {
  const written = value.trim()
  if (/[\s{}<>]/.test(written) || isPlaceholder(written)) return false
  const looksSo =
    /^(https?:)?\/\/\S|^\.{0,2}\/\S/i.test(written) ||
    PICTURE.test(pathOf(written)) ||
    FILM.test(pathOf(written))
  return looksSo && /^https?:/.test(resolve(written) ?? '')
}
