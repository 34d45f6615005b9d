/** Tracking pixels: invisible images that count readers. */
const COUNTERS = [
  /^https?:\/\/(feeds\.feedburner\.com|feeds\.wordpress\.com|pixel\.wp\.com|stats\.wordpress\.com|b\.gif)\//,
  /^https?:\/\/([\w-]+\.)*(doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com|feedsportal\.com)\//,
  /^https?:\/\/[^/]+\/~r\/.*\/~4\//,
  /^https?:\/\/(blogger|www\.blogger)\.googleusercontent\.com\/tracker\//,
  /^https?:\/\/medium\.com\/_\/stat\?/,
]

/** @param attribs of an img, its src absolute */
export function isPixel(attribs: Readonly<Record<string, string>>): boolean {
  if (tiny(attribs['width']) && tiny(attribs['height'])) return true
  if (/(^|;)\s*(width|height)\s*:\s*[01]px/i.test(attribs['style'] ?? '')) return true
  return COUNTERS.some((counter) => counter.test(attribs['src'] ?? ''))
}

const tiny = (size: string | undefined): boolean => /^\s*[01](px)?\s*$/.test(size ?? '')
