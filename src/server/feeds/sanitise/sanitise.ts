/** The wall between feeds and readers. Last step before anything is stored. */
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import {
  ATTRIBUTES,
  PLAIN_ATTRIBUTES,
  CLASSES,
  FRAME_HOSTS,
  REMOVED,
  SILENT_TAGS,
  STYLES,
  TAGS,
} from './allowed.ts'
import { nested } from './nest.ts'
import { isPixel } from './pixel.ts'
import { shallow } from './shallow.ts'
import { withoutTracking } from './tracking.ts'
import { toMarkup, toTree, type Node } from './tree.ts'

export type Picture = { readonly url: string; readonly width: number | null; readonly height: number | null }
/** What was taken because it tells on the reader. */
export type Removed = { pixels: number; parameters: number }
export type Sanitised = {
  readonly html: string
  readonly pictures: readonly Picture[]
  readonly removed: Readonly<Removed>
}
type Found = { readonly pictures: Picture[]; readonly removed: Removed }

const NESTING_MAX = 200
const PICTURES_MAX = 30
/** Where sites that load pictures late keep the true address, best first. */
const LATE = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-original-src',
  'data-url',
] as const
const LATE_SETS = ['data-srcset', 'data-lazy-srcset'] as const

/**
 * @param html anything
 * @param base what relative addresses are relative to; without one they are dropped
 * @returns markup of the allowed list only; giving it back changes nothing
 */
export function sanitise(html: string, base: string | null): Sanitised {
  const found: Found = { pictures: [], removed: { pixels: 0, parameters: 0 } }
  const content = nested(toTree(sanitizeHtml(shallow(html), optionsFor(html, base, found))))
  return { html: content.some(isShown) ? toMarkup(content).trim() : '', ...found }
}

/** Marks of what was removed are nothing to read. */
const isShown = (node: Node): boolean => (typeof node === 'string' ? node.trim() !== '' : node.name !== 'wbr')

/** The library goes through all it is given anew for each text: it is spared what the text has no use for. */
function optionsFor(html: string, base: string | null, { pictures, removed }: Found): IOptions {
  const resolve = resolver(base)
  return {
    allowedTags: [...TAGS],
    allowedAttributes: /<math/i.test(html) ? { ...ATTRIBUTES } : { ...PLAIN_ATTRIBUTES },
    allowedClasses: /class/i.test(html) ? { ...CLASSES } : {},
    allowedStyles: { '*': { ...STYLES } },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
    allowProtocolRelative: false,
    allowedIframeHostnames: [...FRAME_HOSTS],
    allowIframeRelativeUrls: false,
    nonTextTags: [...SILENT_TAGS],
    nestingLimit: NESTING_MAX,
    // What stands inside a frame is for browsers without frames, and its escaping would grow with each pass.
    textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
    // It is told the name that a feed wrote: a counting picture is a mark by now.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'iframe' || tag === 'img') && !attribs['src'] && !attribs[REMOVED],
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: addressed(attribs, resolve) }),
      a: (tagName, attribs) => link(tagName, addressed(attribs, resolve), removed),
      img: (tagName, attribs) => picture(tagName, attribs, resolve, { pictures, removed }),
      wbr: (tagName, attribs) => ({ tagName, attribs: marks(attribs, /^pixel$/) }),
      source: (tagName, attribs) => ({ tagName, attribs: sources(addressed(attribs, resolve), resolve) }),
      iframe: (tagName, attribs) => frame(tagName, addressed(attribs, resolve)),
      audio: (tagName, attribs) => player(tagName, addressed(attribs, resolve)),
      video: (tagName, attribs) => player(tagName, addressed(attribs, resolve)),
    },
  }
}

type Resolve = (address: string) => string | null
const resolver =
  (base: string | null): Resolve =>
  (address) => {
    const trimmed = address.trim().replace(/[\n\r\t]/g, '')
    const url = base ? URL.parse(trimmed, base) : URL.parse(trimmed)
    return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null
  }

const ADDRESSES = ['href', 'src', 'poster', 'cite'] as const

function addressed(attribs: Attributes, resolve: Resolve): Attributes {
  if (!ADDRESSES.some((name) => name in attribs)) return attribs
  const next = { ...attribs }
  for (const name of ADDRESSES) {
    const address = next[name]
    if (address === undefined || isInlinePicture(address)) continue
    const url = resolve(address)
    if (url === null) delete next[name]
    else next[name] = url
  }
  return next
}

const isInlinePicture = (address: string): boolean =>
  /^\s*data:image\/(png|gif|jpe?g|webp|avif|bmp)[;,]/i.test(address)

function link(tagName: string, attribs: Attributes, removed: Removed): Tag {
  const { href, ...rest } = marks(attribs, /^\d{1,3}$/)
  if (href === undefined) return { tagName, attribs: rest }
  const clean = withoutTracking(href)
  removed.parameters += clean.removed
  const mark: Attributes = clean.removed > 0 ? { [REMOVED]: String(clean.removed) } : {}
  return {
    tagName,
    attribs: { href: clean.address, ...rest, rel: 'noopener noreferrer', target: '_blank', ...mark },
  }
}

/** A mark of ours stays when the text comes back; anything else under its name does not. */
function marks(attribs: Attributes, shape: RegExp): Attributes {
  const { [REMOVED]: mark, ...rest } = attribs
  return mark !== undefined && shape.test(mark) ? { ...rest, [REMOVED]: mark } : rest
}

function picture(tagName: string, attribs: Attributes, resolve: Resolve, found: Found): Tag {
  const late = LATE.map((name) => attribs[name]).find(
    (value) => value && (isInlinePicture(value) || resolve(value)),
  )
  const lateSet = LATE_SETS.map((name) => attribs[name]).find(Boolean)
  const truth = { ...attribs, ...(late ? { src: late } : {}), ...(lateSet ? { srcset: lateSet } : {}) }
  const set = sources(truth, resolve)
  const first = set['srcset']?.split(/\s/)[0]
  const next = addressed(set['src'] || !first ? set : { ...set, src: first }, resolve)
  const { src, srcset, loading: _, [REMOVED]: _foreign, ...rest } = next
  if (src && isPixel(next)) {
    found.removed.pixels += 1
    return { tagName: 'wbr', attribs: { [REMOVED]: 'pixel' } }
  }
  if (src && /^https?:/.test(src) && found.pictures.length < PICTURES_MAX)
    found.pictures.push({ url: src, width: pixels(next['width']), height: pixels(next['height']) })
  // Always in the same order, so that a second pass finds nothing to change.
  return {
    tagName,
    attribs: { ...(src ? { src } : {}), ...rest, loading: 'lazy', ...(srcset ? { srcset } : {}) },
  }
}

const pixels = (value: string | undefined): number | null =>
  /^\d{1,5}(px)?$/.test(value ?? '') ? parseInt(value ?? '', 10) : null

/** A srcset with every address made absolute; what cannot be is left out. Addresses may hold commas, not blanks. */
function sources(attribs: Attributes, resolve: Resolve): Attributes {
  const { srcset, ...rest } = attribs
  if (srcset === undefined) return attribs
  const list = [...srcset.matchAll(/([^\s,]\S*[^\s,])(\s+[\d.]+[wx])?\s*(?:,|$)/g)].flatMap(
    ([, address = '', size = '']) => {
      const url = resolve(address)
      return url && /^https?:/.test(url) ? [`${url.replaceAll(',', '%2C')}${size.replace(/\s+/, ' ')}`] : []
    },
  )
  return list.length > 0 ? { ...rest, srcset: list.join(', ') } : rest
}

/** A frame of the allowed hosts gets no more rights than its player needs. */
const frame = (tagName: string, attribs: Attributes): Tag => ({
  tagName,
  attribs: {
    ...attribs,
    src: attribs['src']?.replace(/^http:/, 'https:') ?? '',
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
    referrerpolicy: 'strict-origin-when-cross-origin',
    allowfullscreen: '',
  },
})

const player = (tagName: string, attribs: Attributes): Tag => ({
  tagName,
  attribs: { ...attribs, controls: '', preload: 'none' },
})
