/** Times and locations in response headers. */
const DAY_MS = 86_400_000

/** @param value Retry-After: seconds or a date @returns ms since 1970, at most a week ahead; null when absent or invalid */
export function retryAt(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) || at <= now ? null : Math.min(at, now + 7 * DAY_MS)
}

/**
 * Base of relative addresses in a response, where it differs from the response's address. Accepted on the same host only:
 * many servers name an address inside their own network.
 */
export function locationIn(value: string | undefined, url: string): string | null {
  const [location, responseUrl] = [value ? URL.parse(value, url) : null, URL.parse(url)]
  return location && responseUrl && location.host === responseUrl.host && location.href !== responseUrl.href
    ? location.href
    : null
}

/** Freshness lifetime in minutes, from Cache-Control or else Expires (RFC 9111 4.2.1). */
export function freshMinutes(headers: Readonly<Record<string, string>>, now: number): number | null {
  const control = headers['cache-control'] ?? ''
  if (/no-cache|no-store/i.test(control)) return null
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1]
  const seconds = age === undefined ? expiresSeconds(headers, now) : Number(age)
  return seconds > 0 ? Math.ceil(seconds / 60) : null
}

/** Relative to the site's Date header where it has one, because many clocks are wrong. */
function expiresSeconds({ expires = '', date = '' }: Readonly<Record<string, string>>, now: number): number {
  const from = Number.isNaN(Date.parse(date)) ? now : Date.parse(date)
  return (Date.parse(expires) - from) / 1000
}
