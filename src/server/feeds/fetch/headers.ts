/** Times in answer headers. */
const DAY_MS = 86_400_000

/** @param value Retry-After: seconds or a date @returns ms since 1970, at most a week ahead; null when it says nothing */
export function retryAt(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) || at <= now ? null : Math.min(at, now + 7 * DAY_MS)
}

/**
 * What addresses in an answer are relative to, where it is not its own address. Believed for places of the same host only:
 * many servers name one that exists inside their own network.
 */
export function locationIn(value: string | undefined, url: string): string | null {
  const [place, own] = [value ? URL.parse(value, url) : null, URL.parse(url)]
  return place && own && place.host === own.host && place.href !== own.href ? place.href : null
}

/** How long the site calls its answer fresh, in minutes: by Cache-Control, or where that is silent by Expires. */
export function freshMinutes(headers: Readonly<Record<string, string>>, now: number): number | null {
  const control = headers['cache-control'] ?? ''
  if (/no-cache|no-store/i.test(control)) return null
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1]
  const seconds = age === undefined ? expiresSeconds(headers, now) : Number(age)
  return seconds > 0 ? Math.ceil(seconds / 60) : null
}

/** By the site's own clock, where it tells the time: many are wrong. */
function expiresSeconds({ expires = '', date = '' }: Readonly<Record<string, string>>, now: number): number {
  const from = Number.isNaN(Date.parse(date)) ? now : Date.parse(date)
  return (Date.parse(expires) - from) / 1000
}
