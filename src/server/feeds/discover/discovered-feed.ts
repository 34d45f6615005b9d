/** A feed found behind an address. */
export type FoundFeed = { url: string; title: string | null }
