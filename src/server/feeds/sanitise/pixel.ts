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
export function isPixel(attribs: Readonly<Record<string, string>>): boolean {
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

export const isTiny = (size: string | undefined): boolean => /^\s*[01](px)?\s*$/.test(size ?? '')

const SIZE = /(?:^|;)\s*((?:min-)?(?:width|height))\s*:\s*([^;!]*)/gi

const sizesIn = (style: string): ReadonlyMap<string, string> =>
  new Map(
    [...style.matchAll(SIZE)].map(([, name = '', size = '']) => [
      name.toLowerCase(),
      size.trim().toLowerCase(),
    ]),
  )
