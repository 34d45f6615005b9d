/** Tracking pixels: invisible images that count readers. */
const COUNTERS = [
  /^https?:\/\/(feeds\.feedburner\.com|feeds\.wordpress\.com|pixel\.wp\.com|stats\.wordpress\.com|b\.gif)\//,
  /^https?:\/\/([\w-]+\.)*(doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com|feedsportal\.com)\//,
  /^https?:\/\/[^/]+\/~r\/.*\/~4\//,
  /^https?:\/\/(blogger|www\.blogger)\.googleusercontent\.com\/tracker\//,
  /^https?:\/\/medium\.com\/_\/stat\?/,
  // Of social networks and advertisers.
  /^https?:\/\/(www\.facebook\.com\/tr|px\.ads\.linkedin\.com|t\.co\/i\/adsct|bat\.bing\.com|ct\.pinterest\.com)\b/,
  // Of mail services: each address is one reader's.
  /^https?:\/\/[^/]+\.list-manage\.com\/track\/open/,
  /^https?:\/\/[^/]*mandrillapp\.com\/track\/open/,
  /^https?:\/\/[^/]+\/(wf\/open|trk\/op|o\/eJ[\w-]{20,}|e3t\/Cto\/)/,
  /^https?:\/\/(pixel|open|track(ing)?|email)\.[^/]+\/[^?]*\bopen(\.(gif|aspx|php))?(\?|$)/,
]

/** @param attribs of an img, its src absolute */
export function isPixel(attribs: Readonly<Record<string, string>>): boolean {
  if (tiny(attribs['width']) && tiny(attribs['height'])) return true
  if (/(^|;)\s*(width|height)\s*:\s*[01]px/i.test(attribs['style'] ?? '')) return true
  return COUNTERS.some((counter) => counter.test(attribs['src'] ?? ''))
}

const tiny = (size: string | undefined): boolean => /^\s*[01](px)?\s*$/.test(size ?? '')
