/** What kind of address of Reddit this is; `personal` has a token of its user in it. */
export type RedditAddress = 'personal' | 'open'

/** @returns null for addresses of other sites */
export function redditAddressOf(address: string): RedditAddress | null {
  const url = URL.parse(address)
  if (!url || !/(^|\.)reddit\.com$/.test(url.hostname)) return null
  return url.searchParams.has('feed') && url.searchParams.has('user') ? 'personal' : 'open'
}
