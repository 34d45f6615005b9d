/** A feed found behind an address. */
export type DiscoveredFeed = { url: string; title: string | null }
