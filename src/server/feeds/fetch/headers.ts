/** Times in answer headers. */
const DAY_MS = 86_400_000

/** @param value Retry-After: seconds or a date @returns ms since 1970, at most a week ahead; null when it says nothing */
export function retryAt(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) || at <= now ? null : Math.min(at, now + 7 * DAY_MS)
}

/** How long the site calls its answer fresh, in minutes. */
export function freshMinutes(headers: Readonly<Record<string, string>>): number | null {
  const seconds = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
  return seconds > 0 ? Math.ceil(seconds / 60) : null
}
