/** Changes to certain elements before their attributes are checked: addresses, lazy pictures, players, marks. */
import { addressed, type Resolve, withoutTracking } from './addresses.ts'
import { REMOVED } from './allowed.ts'
import { isPlayer } from './attributes.ts'
import { isPlaceholder, withLazyAddresses } from './lazy.ts'
import { sources } from './srcset.ts'
import type { Attributes } from './tree.ts'

/** Number of removed trackers. */
export type Removed = { pixels: number; parameters: number }

export type Changed = {
  readonly name: string
  readonly attributes: Attributes
  /** Of a link that replaces an element that cannot be embedded. */
  readonly text?: string
}
type Change = (attributes: Attributes, resolve: Resolve, removed: Removed) => Changed

/** Changes by element name; other elements only get absolute addresses. */
const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['a', (attributes, resolve, removed) => link(addressed(attributes, resolve), removed)],
  ['img', picture],
  ['wbr', (attributes) => ({ name: 'wbr', attributes: withValidMark(attributes, /^pixel$/) })],
  [
    'source',
    (attributes, resolve) => ({
      name: 'source',
      attributes: sources(addressed(withLazyAddresses('source', attributes, resolve), resolve), resolve),
    }),
  ],
  ['iframe', frame],
  ['object', object],
  ['audio', (attributes, resolve) => player('audio', attributes, resolve)],
  ['video', (attributes, resolve) => player('video', attributes, resolve)],
])

export function changed(name: string, attributes: Attributes, resolve: Resolve, removed: Removed): Changed {
  const change = CHANGES.get(name)
  return change ? change(attributes, resolve, removed) : { name, attributes: addressed(attributes, resolve) }
}

function link(attributes: Attributes, removed: Removed): Changed {
  const { href, name, ...rest } = withValidMark(attributes, /^\d{1,3}$/)
  // The obsolete way to name a target.
  const others = name && !rest['id'] ? { ...rest, id: name } : rest
  if (href === undefined) return { name: 'a', attributes: others }
  const cleaned = withoutTracking(href)
  removed.parameters += cleaned.removed
  const mark: Attributes = cleaned.removed > 0 ? { [REMOVED]: String(cleaned.removed) } : {}
  return {
    name: 'a',
    attributes: { href: cleaned.address, ...others, rel: 'noopener noreferrer', target: '_blank', ...mark },
  }
}

/** Allows a valid mark, so that sanitising is idempotent; removes any other value of the attribute. */
function withValidMark(attributes: Attributes, shape: RegExp): Attributes {
  if (attributes[REMOVED] === undefined) return attributes
  const { [REMOVED]: mark, ...others } = attributes
  return mark !== undefined && shape.test(mark) ? { ...others, [REMOVED]: mark } : others
}

function picture(attributes: Attributes, resolve: Resolve, removed: Removed): Changed {
  const set = sources(withLazyAddresses('img', attributes, resolve), resolve)
  const first = set['srcset']?.split(/\s/)[0]
  const next = addressed(first && isPlaceholder(set['src']) ? { ...set, src: first } : set, resolve)
  const { src, srcset, loading: _, [REMOVED]: _foreign, ...rest } = next
  if (src && isPixel(next)) {
    removed.pixels += 1
    return { name: 'wbr', attributes: { [REMOVED]: 'pixel' } }
  }
  // A size of one pixel is not real unless it is a tracker: it is unknown, or set by a style.
  const others = isTiny(rest['width']) && isTiny(rest['height']) ? withoutSize(rest) : rest
  // Fixed order, so that a second pass changes nothing.
  return {
    name: 'img',
    attributes: { ...(src ? { src } : {}), ...others, loading: 'lazy', ...(srcset ? { srcset } : {}) },
  }
}

const withoutSize = ({ width: _, height: __, ...others }: Attributes): Attributes => others

/** A frame of an allowed host gets only the permissions that its player needs; one of any other host is replaced by a link. */
function frame(attributes: Attributes, resolve: Resolve, removed: Removed): Changed {
  const lazy = withLazyAddresses('iframe', attributes, resolve)
  const address = (isPlaceholder(lazy['src']) ? null : resolve(lazy['src'] ?? '')) ?? ''
  // Resolve again: port 443 is the default after the change to https.
  const secure = address.replace(/^http:/, 'https:').replace(FLASH_PLAYER, '$1/embed/$2')
  const src = secure === '' ? '' : (resolve(secure) ?? '')
  if (src !== '' && !isPlayer(src))
    return isSeen(attributes) ? linkTo(address, attributes, removed) : { name: 'iframe', attributes: {} }
  return {
    name: 'iframe',
    attributes: {
      ...addressed(lazy, resolve),
      src,
      loading: 'lazy',
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
      referrerpolicy: 'strict-origin-when-cross-origin',
      allowfullscreen: '',
    },
  }
}

/** A player, or its fallback content; a link only without any. */
function object({ data, ...attributes }: Attributes, resolve: Resolve, removed: Removed): Changed {
  const framed = frame({ ...attributes, src: data ?? '' }, resolve, removed)
  return framed.attributes['src'] ? framed : { ...framed, name: 'object' }
}

/** YouTube's old player. */
const FLASH_PLAYER = /^(https:\/\/www\.youtube(?:-nocookie)?\.com)\/v\/([\w-]+).*$/

/** False for the frames of trackers. */
const isSeen = ({ width, height }: Attributes): boolean => !isTiny(width) && !isTiny(height)

/** @param address absolute @returns a link with its target's title and host */
function linkTo(address: string, { title }: Attributes, removed: Removed): Changed {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? address
  const name = title?.trim().replace(/\s+/g, ' ') ?? ''
  return { ...link({ href: address }, removed), text: name === '' ? host : `${name} – ${host}` }
}

const player = (name: string, attributes: Attributes, resolve: Resolve): Changed => ({
  name,
  attributes: {
    ...addressed(withLazyAddresses(name, attributes, resolve), resolve),
    controls: '',
    preload: 'none',
  },
})

/** Tracking pixels: invisible images that count readers. */
const COUNTERS = [
  /^https?:\/\/(feeds\.feedburner\.com|feeds\.wordpress\.com|pixel\.wp\.com|stats\.wordpress\.com|b\.gif)\//,
  /^https?:\/\/([\w-]+\.)*(doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com|feedsportal\.com)\//,
  /^https?:\/\/[^/]+\/~r\/.*\/~4\//,
  /^https?:\/\/(blogger|www\.blogger)\.googleusercontent\.com\/tracker\//,
  /^https?:\/\/medium\.com\/_\/stat\?/,
  // Of social networks and advertisers.
  /^https?:\/\/(www\.facebook\.com\/tr|px\.ads\.linkedin\.com|t\.co\/i\/adsct|bat\.bing\.com|ct\.pinterest\.com)\b/,
  // Of mail services: each address identifies one reader.
  /^https?:\/\/[^/]+\.list-manage\.com\/track\/open/,
  /^https?:\/\/[^/]*mandrillapp\.com\/track\/open/,
  /^https?:\/\/[^/]+\/(wf\/open|trk\/op|o\/eJ[\w-]{20,}|e3t\/Cto\/)/,
  /^https?:\/\/(pixel|open|track(ing)?|email)\.[^/]+\/[^?]*\bopen(\.(gif|aspx|php))?(\?|$)/,
]

/** An SVG can have any size, and programs often write one for an unknown size. */
const DRAWING = /\.svgz?$/i

/** @param attribs of an img, its src absolute */
function isPixel(attribs: Readonly<Record<string, string>>): boolean {
  const { src = '', width, height } = attribs
  if (COUNTERS.some((counter) => counter.test(src))) return true
  if (DRAWING.test(src.replace(/[?#].*$/s, ''))) return false
  const style = sizesIn(attribs['style'] ?? '')
  // A fluid picture has an arbitrary width until layout.
  if (style.has('min-width') || style.has('min-height')) return false
  const sizes = [style.get('width') ?? width, style.get('height') ?? height]
  if (sizes.every(isTiny)) return true
  // In a style, one side suffices if the other is not set.
  return (style.has('width') || style.has('height')) && sizes.some(isTiny) && sizes.includes(undefined)
}

const isTiny = (size: string | undefined): boolean => /^\s*[01](px)?\s*$/.test(size ?? '')

const SIZE = /(?:^|;)\s*((?:min-)?(?:width|height))\s*:\s*([^;!]*)/gi

const sizesIn = (style: string): ReadonlyMap<string, string> =>
  new Map(
    [...style.matchAll(SIZE)].map(([, name = '', size = '']) => [
      name.toLowerCase(),
      size.trim().toLowerCase(),
    ]),
  )
