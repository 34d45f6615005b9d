/** Changes to certain elements before their attributes are checked: addresses, lazy images, players, marks. */
import { addressed, isInlinePicture, type Resolve } from './addresses.ts'
import { REMOVED } from './allowed.ts'
import { isPixel } from './pixel.ts'
import { sources } from './srcset.ts'
import { withoutTracking } from './tracking.ts'
import type { Attributes } from './tree.ts'

export type Picture = { readonly url: string; readonly width: number | null; readonly height: number | null }
/** Number of removed trackers. */
export type Removed = { pixels: number; parameters: number }
export type RemovedMedia = { readonly pictures: Picture[]; readonly removed: Removed }

export type Changed = { readonly name: string; readonly attributes: Attributes }
type Change = (attributes: Attributes, resolve: Resolve, result: RemovedMedia) => Changed

const PICTURES_MAX = 30
/** Attributes with the real address of a lazy image, best first. */
const LAZY_SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-original-src',
  'data-url',
] as const
const LAZY_SRCSETS = ['data-srcset', 'data-lazy-srcset'] as const

/** Changes by element name; other elements only get absolute addresses. */
const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['a', (attributes, resolve, { removed }) => link(addressed(attributes, resolve), removed)],
  ['img', picture],
  ['wbr', (attributes) => ({ name: 'wbr', attributes: withValidMark(attributes, /^pixel$/) })],
  [
    'source',
    (attributes, resolve) => ({
      name: 'source',
      attributes: sources(addressed(attributes, resolve), resolve),
    }),
  ],
  ['iframe', (attributes, resolve) => frame(addressed(attributes, resolve), resolve)],
  ['audio', (attributes, resolve) => player('audio', addressed(attributes, resolve))],
  ['video', (attributes, resolve) => player('video', addressed(attributes, resolve))],
])

export function changed(
  name: string,
  attributes: Attributes,
  resolve: Resolve,
  result: RemovedMedia,
): Changed {
  const change = CHANGES.get(name)
  return change ? change(attributes, resolve, result) : { name, attributes: addressed(attributes, resolve) }
}

function link(attributes: Attributes, removed: Removed): Changed {
  const { href, name, ...rest } = withValidMark(attributes, /^\d{1,3}$/)
  // The old way to name a target.
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

function picture(attributes: Attributes, resolve: Resolve, result: RemovedMedia): Changed {
  const set = sources(withLazySources(attributes, resolve), resolve)
  const first = set['srcset']?.split(/\s/)[0]
  const next = addressed(set['src'] || !first ? set : { ...set, src: first }, resolve)
  const { src, srcset, loading: _, [REMOVED]: _foreign, ...others } = next
  if (src && isPixel(next)) {
    result.removed.pixels += 1
    return { name: 'wbr', attributes: { [REMOVED]: 'pixel' } }
  }
  if (src && /^https?:/.test(src) && result.pictures.length < PICTURES_MAX)
    result.pictures.push({ url: src, width: pixels(next['width']), height: pixels(next['height']) })
  // Fixed order, so that a second pass changes nothing.
  return {
    name: 'img',
    attributes: { ...(src ? { src } : {}), ...others, loading: 'lazy', ...(srcset ? { srcset } : {}) },
  }
}

/** Replaces a lazy image's placeholder with its real source and srcset. */
function withLazySources(attributes: Attributes, resolve: Resolve): Attributes {
  if (!mayBeLazy(attributes)) return attributes
  const lazySource = LAZY_SOURCES.map((name) => attributes[name]).find(
    (value) => value && (isInlinePicture(value) || resolve(value)),
  )
  const lazySrcset = LAZY_SRCSETS.map((name) => attributes[name]).find(Boolean)
  return {
    ...attributes,
    ...(lazySource ? { src: lazySource } : {}),
    ...(lazySrcset ? { srcset: lazySrcset } : {}),
  }
}

function mayBeLazy(attributes: Attributes): boolean {
  for (const name in attributes) if (name.startsWith('data-')) return true
  return false
}

const pixels = (value: string | undefined): number | null =>
  /^\d{1,5}(px)?$/.test(value ?? '') ? parseInt(value ?? '', 10) : null

/** A frame of an allowed host gets only the permissions that its player needs. */
function frame(attributes: Attributes, resolve: Resolve): Changed {
  // Resolve again: port 443 is the default after the change to https.
  const src = resolve(attributes['src']?.replace(/^http:/, 'https:') ?? '')
  return {
    name: 'iframe',
    attributes: {
      ...attributes,
      src: src ?? '',
      loading: 'lazy',
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
      referrerpolicy: 'strict-origin-when-cross-origin',
      allowfullscreen: '',
    },
  }
}

const player = (name: string, attributes: Attributes): Changed => ({
  name,
  attributes: { ...attributes, controls: '', preload: 'none' },
})
