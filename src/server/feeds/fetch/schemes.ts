/** Schemes of feed addresses that plugins read. Feeds are created before the plugin host, which adds these when it starts. */
import type { FeedScheme } from '../../../plugin-api/server.ts'

/** `url`: where the feed stands now; null without any. */
export type Located = { readonly scheme: FeedScheme; readonly url: string | null }

export type FeedSchemes = {
  /** null for an address of the web, or of a scheme that nobody reads. */
  readonly of: (address: string) => FeedScheme | null
  /** @param userId who previews the address; null for scheduled fetches @returns as `of` */
  readonly locate: (address: string, userId: string | null) => Promise<Located | null>
  readonly add: (scheme: string, how: FeedScheme) => void
}

export function createFeedSchemes(): FeedSchemes {
  const added = new Map<string, FeedScheme>()
  const of: FeedSchemes['of'] = (address) =>
    added.get(/^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? '') ?? null
  return {
    of,
    async locate(address, userId) {
      const scheme = of(address)
      return scheme && { scheme, url: await scheme.locate(address, userId) }
    },
    add: (scheme, how) => void added.set(scheme, how),
  }
}
