/** A scheme of feed addresses, `hub://`, as plugins add theirs. */
import { addFeedSchemes } from '../../src/contract/feed-schemes.ts'
import { createFeedSchemes, type FeedSchemes } from '../../src/server/feeds/fetch/schemes.ts'

/** @param url where its feeds stand; null without any */
export function hubSchemes(url: string | null = null): FeedSchemes {
  const schemes = createFeedSchemes()
  addHub(schemes, url)
  return schemes
}

export function addHub(schemes: FeedSchemes, url: string | null = null): void {
  addFeedSchemes(['hub'])
  schemes.add('hub', {
    name: 'Hub',
    variable: 'HUB_URL',
    everyMinutes: 60,
    missing: 'feedNotFound',
    locate: async () => url,
    exported: (address, base = 'https://hub.example') => `${base}/${address.slice('hub://'.length)}`,
  })
}
