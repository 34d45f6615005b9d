/** What is done to elements of some kinds before their attributes are judged: addresses, late pictures, players, marks. */
import { addressed, isInlinePicture, type Resolve } from './addresses.ts'
import { REMOVED } from './allowed.ts'
import { isPixel } from './pixel.ts'
import { sources } from './srcset.ts'
import { withoutTracking } from './tracking.ts'
import type { Attributes } from './tree.ts'

export type Picture = { readonly url: string; readonly width: number | null; readonly height: number | null }
/** What was taken because it tells on the reader. */
export type Removed = { pixels: number; parameters: number }
export type RemovedMedia = { readonly pictures: Picture[]; readonly removed: Removed }

export type Changed = { readonly name: string; readonly attributes: Attributes }
type Change = (attributes: Attributes, resolve: Resolve, found: RemovedMedia) => Changed

const PICTURES_MAX = 30
/** Where sites that load pictures late keep the true address, best first. */
const LAZY_SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-original-src',
  'data-url',
] as const
const LAZY_SRCSETS = ['data-srcset', 'data-lazy-srcset'] as const

/** Changes by the name that a feed wrote; all others only get absolute addresses. */
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
  found: RemovedMedia,
): Changed {
  const change = CHANGES.get(name)
  return change ? change(attributes, resolve, found) : { name, attributes: addressed(attributes, resolve) }
}

function link(attributes: Attributes, removed: Removed): Changed {
  const { href, ...others } = withValidMark(attributes, /^\d{1,3}$/)
  if (href === undefined) return { name: 'a', attributes: others }
  const cleaned = withoutTracking(href)
  removed.parameters += cleaned.removed
  const mark: Attributes = cleaned.removed > 0 ? { [REMOVED]: String(cleaned.removed) } : {}
  return {
    name: 'a',
    attributes: { href: cleaned.address, ...others, rel: 'noopener noreferrer', target: '_blank', ...mark },
  }
}

/** A mark of ours stays when the text comes back; anything else under its name does not. */
function withValidMark(attributes: Attributes, shape: RegExp): Attributes {
  if (attributes[REMOVED] === undefined) return attributes
  const { [REMOVED]: mark, ...others } = attributes
  return mark !== undefined && shape.test(mark) ? { ...others, [REMOVED]: mark } : others
}

function picture(attributes: Attributes, resolve: Resolve, found: RemovedMedia): Changed {
  const set = sources(withLazySources(attributes, resolve), resolve)
  const first = set['srcset']?.split(/\s/)[0]
  const next = addressed(set['src'] || !first ? set : { ...set, src: first }, resolve)
  const { src, srcset, loading: _, [REMOVED]: _foreign, ...others } = next
  if (src && isPixel(next)) {
    found.removed.pixels += 1
    return { name: 'wbr', attributes: { [REMOVED]: 'pixel' } }
  }
  if (src && /^https?:/.test(src) && found.pictures.length < PICTURES_MAX)
    found.pictures.push({ url: src, width: pixels(next['width']), height: pixels(next['height']) })
  // Always in the same order, so that a second pass finds nothing to change.
  return {
    name: 'img',
    attributes: { ...(src ? { src } : {}), ...others, loading: 'lazy', ...(srcset ? { srcset } : {}) },
  }
}

/** With the address and the sizes that are loaded late in the place of those that are shown until then. */
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

/** A frame of the allowed hosts gets no more rights than its player needs. */
function frame(attributes: Attributes, resolve: Resolve): Changed {
  // Read once more: what was a port of its own may be the usual one of https.
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
